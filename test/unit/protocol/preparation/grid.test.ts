import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGrid } from '../../../../src/config/grid.ts';
import { type Cell, placeCell } from '../../../../src/protocol/preparation/grid.ts';
import { repositoryRoot } from '../../../support/shared.ts';

const file = 'configs/grid.yaml';
const { tables } = readGrid(readFileSync(`${repositoryRoot}/${file}`, 'utf8'), file);
const cell: Cell = {
  method: 'maspo',
  dataset: 'apibank',
  topology: 'decentralized',
  framework: 'native',
  communication: 'freeform',
  teamSize: 4,
  model: 'Qwen/Qwen3.5-9B',
  simulated: false,
};

test('the main job is a cell of T3, and in its published framework of T2 too', () => {
  expect(placeCell(tables, cell)).toEqual({ tables: ['T3'], off: [] });
  const published = placeCell(tables, { ...cell, framework: 'openai_agents' });
  expect(published.tables).toEqual(['T2']);
});

test.each([
  ['team size', { teamSize: 3 }, 'team size 3 (the grid has 4)'],
  ['model', { model: 'other/model' }, 'model other/model (the grid has Qwen/Qwen3.5-9B)'],
  ['communication', { communication: 'loud' }, 'communication loud'],
])('off by %s: just that axis is named', (_axis, change, message) => {
  const { tables: places, off } = placeCell(tables, { ...cell, ...change });
  expect(places).toEqual([]);
  expect(off).toHaveLength(1);
  expect(off[0]).toContain(message);
});

test('a stand-in model is placed by the other axes, and baselines run where any method runs', () => {
  const simulated = { ...cell, model: 'sim', simulated: true };
  expect(placeCell(tables, simulated).tables).toEqual(['T3']);
  for (const method of ['identity', 'random']) {
    expect(placeCell(tables, { ...cell, method }).tables).toEqual(['T3']);
  }
  const single = { ...cell, topology: 'single', teamSize: 1 };
  expect(placeCell(tables, { ...single, method: 'gepa' }).tables).not.toEqual([]);
  expect(placeCell(tables, single).off).toEqual([expect.stringContaining('method maspo')]);
});
