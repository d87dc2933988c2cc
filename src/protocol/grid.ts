/** Is this cell part of the experiment grid, and if not, what is off? */

import type { GridRow } from '../config/grid.ts';

export interface Cell {
  readonly method: string;
  readonly dataset: string;
  readonly topology: string;
  readonly framework: string;
  readonly communication: string;
  readonly teamSize: number;
  readonly model: string;
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
  if (tables.length > 0) return { tables, off: [] };
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
    ['framework', gridFramework(cell.framework), table.frameworks],
    ['communication', cell.communication, table.communications],
    ['team size', cell.teamSize, cell.topology === 'single' ? [1] : table.teamSizes],
  ];
  if (!cell.simulated) axes.push(['model', cell.model, table.models]);
  return axes
    .filter(([, value, values]) => !values.includes(value))
    .map(([axis, value, values]) => `${axis} ${value} (the grid has ${values.join(', ')})`);
}

/** The grid's name for an engine: this tool has one of its own, and stands where the plain engine stood. */
function gridFramework(framework: string): string {
  return framework === 'native' ? 'langgraph' : framework;
}
