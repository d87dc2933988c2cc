import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type GridCell, gridCells, readGrid } from '../../../src/config/grid.ts';
import { repositoryRoot } from '../../support/shared.ts';

const file = join(repositoryRoot, 'configs', 'grid.yaml');
const grid = readGrid(readFileSync(file, 'utf8'), 'configs/grid.yaml');
/** The project's own tasks are in no published table. */
const published = { ...grid, tables: grid.tables.filter(({ table }) => table !== 'synth') };
const all = gridCells(published);
/** The published grid knows no native engine. */
const cells = all.filter((cell) => cell.framework !== 'native');
const qwen = cells.filter((cell) => cell.model === 'Qwen/Qwen3.5-9B');

function distinct(key: (cell: GridCell) => unknown, from: readonly GridCell[]): number {
  return new Set(from.map((cell) => JSON.stringify(key(cell)))).size;
}

// The counts are those that the benchmark publishes with its grid.
describe('the experiment grid', () => {
  test('has the published number of configurations and jobs', () => {
    expect(qwen).toHaveLength(558);
    expect(qwen.length * grid.seeds.length).toBe(1674);
    expect(cells.length - qwen.length).toBe(54);
    expect(cells).toHaveLength(612);
    expect(cells.length * grid.seeds.length).toBe(1836);
  });

  test('has the published number per method', () => {
    const counts = Object.fromEntries(
      [...new Set(cells.map((cell) => cell.method))].map((method) => [
        method,
        cells.filter((cell) => cell.method === method).length,
      ]),
    );
    expect(counts).toEqual({
      gepa: 147,
      mipro: 147,
      mapro: 135,
      maspo: 135,
      maspob: 12,
      hivemind: 12,
      mamut_gepa: 12,
      tavo: 12,
    });
  });

  test('has the published number of conditions that jobs share whatever the method', () => {
    const condition = (cell: GridCell): unknown => ({ ...cell, method: null, tables: null });
    expect(distinct(condition, qwen)).toBe(132);
  });

  test('tells every table that shows a cell', () => {
    const cell = cells.find(
      ({ method, dataset, topology, framework, communication, teamSize, model }) =>
        [method, dataset, topology, framework, communication, teamSize, model].join(' ') ===
        'maspo bfcl centralized langgraph freeform 4 Qwen/Qwen3.5-9B',
    );
    expect(cell?.tables).toEqual(['T3', 'T4', 'T5', 'T6', 'T7']);
  });

  test('a single agent is a team of one', () => {
    const sizes = cells.filter((cell) => cell.topology === 'single').map((cell) => cell.teamSize);
    expect(new Set(sizes)).toEqual(new Set([1]));
  });

  test('the native engine stands exactly where langgraph does', () => {
    const places = (framework: string): string[] =>
      all
        .filter((cell) => cell.framework === framework)
        .map((cell) => JSON.stringify({ ...cell, framework: null }));
    expect(places('native')).toEqual(places('langgraph'));
    expect(places('native').length).toBeGreaterThan(400);
  });
});

test('a typing slip in the grid is told with its place', () => {
  const text = readFileSync(file, 'utf8').replace(
    'teamSizes: [2, 4, 8, 10]',
    'teamSizes: [2, four]',
  );
  expect(() => readGrid(text, 'configs/grid.yaml')).toThrow(
    /^configs\/grid.yaml:\d+:20 tables\[8\]\.teamSizes\[1\] must be an integer, got "four"/,
  );
});
