import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../../src/core/json.ts';
import { catalogFromJson } from '../../../../../src/datasets/apibank/data/catalog.ts';
import type { ApiBankData } from '../../../../../src/datasets/apibank/data/content.ts';
import {
  parseDialogue,
  parsePlanSamples,
} from '../../../../../src/datasets/apibank/data/dialogues.ts';
import { coerceRecordedArguments } from '../../../../../src/datasets/apibank/parse/call-text.ts';
import { encodeValue } from '../../../../../src/datasets/apibank/python/convert.ts';
import { briefOf } from '../../../../../src/datasets/apibank/tasks/brief.ts';
import { allTasks, earlierCalls } from '../../../../../src/datasets/apibank/tasks/task.ts';
import { describeWithCorpus } from '../../../../support/shared.ts';
import { INVENTED_CATALOG, INVENTED_FILES } from '../data/upstream-tree.ts';
import { type Released, readReleased, taskOf } from '../scoring/released.ts';

const shelf = INVENTED_FILES['lv1-lv2-samples/level-1-given-desc/Shelf-level-1-1.jsonl'] ?? '';
const search = [
  { role: 'User', text: '  Find {tools}. ' },
  {
    role: 'API',
    api_name: 'ToolSearcher',
    param_dict: { keywords: 'shelf' },
    result: {
      api_name: 'ToolSearcher',
      input: { keywords: 'shelf' },
      output: [{ name: 'A', desc_for_search: 'a', description: '书' }, { name: 'B' }],
      exception: null,
    },
  },
  {
    role: 'API',
    api_name: 'ShelfFinder',
    param_dict: {},
    result: { input: {}, output: 1, exception: null },
  },
]
  .map((row) => JSON.stringify(row))
  .join('\n');

const invented: ApiBankData = {
  catalog: catalogFromJson(INVENTED_CATALOG, 'catalog'),
  databases: {},
  level1: [parseDialogue(shelf, 'x/Shelf-level-1-1.jsonl')],
  level2: [parseDialogue(search, 'x/Shelf-level-3-1.jsonl')],
  level3: parsePlanSamples(
    JSON.parse(INVENTED_FILES['test-data/level-3.json'] ?? '') as Json,
    'l3',
  ),
};

describe('tasks of invented data', () => {
  const tasks = allTasks(invented);

  it('are one per API turn, numbered by twos', () => {
    expect(tasks.map((task) => task.id)).toEqual([
      'level-1::Shelf-level-1-1.jsonl::0',
      'level-2::Shelf-level-3-1.jsonl::0',
      'level-2::Shelf-level-3-1.jsonl::2',
      'level-3::level-3.json::0::0',
    ]);
  });

  it('are told in the agreed layout, with the data as it is', () => {
    const lines = tasks.map((task) => briefOf(task).task.split('\n'));
    expect(lines[0]?.slice(1)).toEqual([
      'APIs (one JSON object per line):',
      expect.stringMatching(
        /^\{"name":"ShelfFinder","description":"Says .* — 钥匙\.","input_parameters":/u,
      ),
      expect.stringMatching(/^Guidance: /u),
      'Dialogue so far:',
      'USER: Where is it?',
    ]);
    expect(lines[2]?.slice(-2)).toEqual([
      'USER:   Find {tools}. ',
      'API: {"api_name":"ToolSearcher","input":{"keywords":"shelf"},"output":[{"name":"A","description":"书"},{"name":"B"}],"exception":null}',
    ]);
    expect(lines[3]?.at(-1)).toBe('USER: Plan it.');
  });

  it('describe the APIs of the dialogue on level 1 and the search only on the others', () => {
    const described = tasks.map((task) => {
      const lines = briefOf(task).task.split('\n');
      return lines
        .slice(
          2,
          lines.findIndex((line) => line.startsWith('Guidance: ')),
        )
        .map((line) => (JSON.parse(line) as JsonObject)['name']);
    });
    expect(described).toEqual([
      ['ShelfFinder'],
      ['ToolSearcher'],
      ['ToolSearcher'],
      ['ToolSearcher'],
    ]);
  });

  it('ask for one complete call with a text and a number in the example', () => {
    for (const { outputContract } of tasks.map(briefOf)) {
      expect(outputContract).toMatch(/\[ApiName\(\w+='[^']+', \w+=\d+\)\]/u);
      expect(outputContract).toContain('UNKNOWN');
    }
  });
});

interface PoolTask {
  readonly id: string;
  readonly gold_api_name: string;
  readonly gold_kwargs: Json;
  readonly gold_result: Json;
  readonly earlier_calls: readonly { readonly api_name: string; readonly kwargs: Json }[];
  readonly history_roles: string;
  readonly dialogue_api_names: readonly string[];
  readonly described_apis: readonly string[];
}

describeWithCorpus('tasks of the released benchmark', 'apibank/pool.json', (poolFile) => {
  const pool = (JSON.parse(readFileSync(poolFile, 'utf8')) as { tasks: PoolTask[] }).tasks;
  let released: Released;
  beforeAll(async () => {
    released = await readReleased(join(poolFile, '..', 'data'));
  });

  it('are 389 + 119 + 245', () => {
    const ids = [...released.tasks.keys()];
    expect(
      [1, 2, 3].map((level) => ids.filter((id) => id.startsWith(`level-${level}`)).length),
    ).toEqual([389, 119, 245]);
  });

  it('agree with the reference in gold, history and descriptions', () => {
    for (const expected of pool) {
      const task = taskOf(released, expected.id);
      const shown = task.level === 1 ? task.describedApis.map((api) => api.name) : ['ToolSearcher'];
      expect({
        id: task.id,
        gold_api_name: task.gold.apiName,
        gold_kwargs: encodeValue(coerceRecordedArguments(task.gold.arguments)),
        gold_result: task.gold.result,
        earlier_calls: earlierCalls(task).map((turn) => ({
          api_name: turn.apiName,
          kwargs: encodeValue(coerceRecordedArguments(turn.arguments)),
        })),
        history_roles: task.history
          .map((turn) => ({ User: 'U', AI: 'A', API: 'P' })[turn.role])
          .join(''),
        dialogue_api_names: task.dialogueApis,
        described_apis: shown,
      }).toEqual({
        id: expected.id,
        gold_api_name: expected.gold_api_name,
        gold_kwargs: expected.gold_kwargs,
        gold_result: expected.gold_result,
        earlier_calls: expected.earlier_calls.map(({ api_name, kwargs }) => ({ api_name, kwargs })),
        history_roles: expected.history_roles,
        dialogue_api_names: expected.dialogue_api_names,
        described_apis: expected.described_apis,
      });
    }
  });
});
