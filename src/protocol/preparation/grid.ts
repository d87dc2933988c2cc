/** Is this cell part of the experiment grid, and if not, what is off? */

import type { GridCell, GridRow } from '../../config/grid.ts';

export interface Cell extends GridCell {
  /** A stand-in model has no place of its own in the grid: the other axes decide, and the job is not conformant. */
  readonly simulated: boolean;
}

export interface CellPlace {
  /** Tables that hold the cell; empty when it is off the grid. */
  readonly tables: readonly string[];
  /** For a cell off the grid: the axes that keep it out of the nearest table, in words. */
  readonly off: readonly string[];
}

/** Methods that set the scale: they run wherever any method of the grid runs. */
const BASELINES: readonly string[] = ['identity', 'random'];

export function placeCell(grid: readonly GridRow[], cell: Cell): CellPlace {
  const judged = grid.map((table) => ({ table: table.table, off: offAxes(table, cell) }));
  const tables = judged.filter(({ off }) => off.length === 0).map(({ table }) => table);
  // Several rows may belong to one table.
  if (tables.length > 0) return { tables: [...new Set(tables)], off: [] };
  const nearest = judged.reduce<readonly string[] | null>(
    (best, { off }) => (best === null || off.length < best.length ? off : best),
    null,
  );
  return { tables: [], off: nearest ?? ['the experiment grid is empty'] };
}

function offAxes(table: GridRow, cell: Cell): string[] {
  const axes: [string, string | number, readonly (string | number)[]][] = [
    ['method', cell.method, [...table.methods, ...BASELINES]],
    ['dataset', cell.dataset, table.datasets],
    ['topology', cell.topology, table.topologies],
    ['framework', cell.framework, table.frameworks],
    ['communication', cell.communication, table.communications],
    ['team size', cell.teamSize, cell.topology === 'single' ? [1] : table.teamSizes],
  ];
  if (!cell.simulated) axes.push(['model', cell.model, table.models]);
  return axes
    .filter(([, value, values]) => !values.includes(value))
    .map(([axis, value, values]) => `${axis} ${value} (the grid has ${values.join(', ')})`);
}
