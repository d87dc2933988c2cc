/** Which cells does the experiment grid have? Reads configs/grid.yaml. */
import { type Static, Type } from '@sinclair/typebox';
import { readYaml } from './yaml.ts';

const closed = { additionalProperties: false };
const list = { minItems: 1, uniqueItems: true };
const names = Type.Array(Type.String({ minLength: 1 }), list);

const tableSchema = Type.Object(
  {
    table: Type.String({ minLength: 1 }),
    methods: names,
    datasets: names,
    topologies: names,
    frameworks: names,
    communications: names,
    teamSizes: Type.Array(Type.Integer({ minimum: 1 }), list),
    models: names,
  },
  closed,
);

export const gridSchema = Type.Object(
  {
    seeds: Type.Array(Type.Integer({ minimum: 0 }), list),
    tables: Type.Array(tableSchema, { minItems: 1 }),
  },
  closed,
);

/** One row of the grid: every combination of its values is a cell. */
export type GridRow = Static<typeof tableSchema>;
export type GridConfig = Static<typeof gridSchema>;

export interface GridCell {
  readonly method: string;
  readonly dataset: string;
  readonly topology: string;
  readonly framework: string;
  readonly communication: string;
  /** 1 for `single`. */
  readonly teamSize: number;
  readonly model: string;
}

export interface PlacedCell extends GridCell {
  /** The tables that show the cell, in file order. */
  readonly tables: readonly string[];
}

/**
 * @param file the path as the user should read it in messages
 * @throws ConfigError with all problems at once
 */
export function readGrid(text: string, file: string): GridConfig {
  return readYaml<GridConfig>(text, { file, schema: gridSchema });
}

/** Every cell once, in the order of its first appearance. */
export function gridCells(grid: GridConfig): PlacedCell[] {
  const found = new Map<string, { cell: GridCell; tables: Set<string> }>();
  for (const row of grid.tables) {
    for (const cell of rowCells(row)) {
      const key = JSON.stringify(Object.values(cell));
      const entry = found.get(key) ?? { cell, tables: new Set<string>() };
      entry.tables.add(row.table);
      found.set(key, entry);
    }
  }
  return [...found.values()].map(({ cell, tables }) => ({ ...cell, tables: [...tables] }));
}

function rowCells(row: GridRow): GridCell[] {
  const axes: readonly [keyof GridCell, readonly (string | number)[]][] = [
    ['method', row.methods],
    ['dataset', row.datasets],
    ['topology', row.topologies],
    ['framework', row.frameworks],
    ['communication', row.communications],
    ['teamSize', row.teamSizes],
    ['model', row.models],
  ];
  const combinations = axes.reduce<readonly object[]>(
    (cells, [axis, values]) =>
      cells.flatMap((cell) => values.map((value) => ({ ...cell, [axis]: value }))),
    [{}],
  ) as readonly GridCell[];
  return combinations.map((cell) => (cell.topology === 'single' ? { ...cell, teamSize: 1 } : cell));
}
