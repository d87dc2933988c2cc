/** Which functions does a task offer, what does its text still say, and what happens in an agent's own world? */
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../src/core/json.ts';
import type { ToolCall } from '../../../../../src/core/model.ts';
import { catalogFromJson } from '../../../../../src/datasets/apibank/data/catalog.ts';
import { parseContent } from '../../../../../src/datasets/apibank/data/content.ts';
import { parseDialogue } from '../../../../../src/datasets/apibank/data/dialogues.ts';
import { readSource } from '../../../../../src/datasets/apibank/data/source.ts';
import { openApiBankData } from '../../../../../src/datasets/apibank/dataset.ts';
import {
  type ApiBankTask,
  allTasks,
  goldAnswer,
} from '../../../../../src/datasets/apibank/tasks/task.ts';
import { toolsOf } from '../../../../../src/datasets/apibank/tools/schemas.ts';
import { apiBankTools } from '../../../../../src/datasets/apibank/tools/tool-use.ts';
import { describeWithCorpus } from '../../../../support/shared.ts';

const { signal } = new AbortController();

function api(name: string, parameters: { readonly [name: string]: string }): JsonObject {
  const described = Object.entries(parameters).map(([key, type]) => [
    key,
    { type, description: `The ${key}.` },
  ]);
  return {
    name,
    level_set: 'base',
    module: name.toLowerCase(),
    description: `Does ${name}.`,
    input_parameters: Object.fromEntries(described) as Json,
    output_parameters: { status: { type: 'str', description: 'How it went.' } },
    database_name: null,
    init_parameters: [],
    call_parameters: [],
  };
}

const MEETING = {
  meeting_topic: 'str',
  attendees: 'list(str)',
  rooms: 'list',
  count: 'int',
  weight: 'float',
  open: 'bool',
  more: 'dict',
  odd: 'Union[str, int]',
};
const CATALOG = [
  api('OpenBankAccount', { account: 'str', password: 'str', name: 'str' }),
  api('GetUserToken', { username: 'str', password: 'str' }),
  api('ModifyRegistration', { appointment_id: 'str', new_appointment_date: 'str' }),
  api('ToolSearcher', { keywords: 'str' }),
];

const called = (name: string, given: JsonObject, output: Json): JsonObject => ({
  role: 'API',
  api_name: name,
  param_dict: given,
  result: { api_name: name, input: given, output, exception: null },
});
const account = { account: 'a1', password: 'p', name: 'Ann' };
const ndjson = (rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n');

const level1 = [
  { role: 'User', text: 'Open an account, then another.' },
  called('OpenBankAccount', account, 'success'),
  called('OpenBankAccount', { ...account, account: 'a2' }, 'success'),
  called('GetUserToken', { username: 'Ann', password: 'one' }, { token: 't' }),
];
const found: JsonObject = { ...(CATALOG[0] as JsonObject), desc_for_search: 'open bank account' };
const level2 = [
  { role: 'User', text: 'Open an account.' },
  called('ToolSearcher', { keywords: 'open bank account' }, found),
  called('OpenBankAccount', account, 'success'),
];

const data = {
  catalog: catalogFromJson(CATALOG, 'catalog'),
  databases: { Account: { Ann: { password: 'one', token: 't', email: 'a@b.org' } } },
  level1: [parseDialogue(ndjson(level1), 'x/Bank-level-1-1.jsonl')],
  level2: [parseDialogue(ndjson(level2), 'x/Bank-level-2-1.jsonl')],
  level3: [],
};
const pool = allTasks(data).map(({ id, stratum }) => ({ id, stratum }));
const dataset = openApiBankData(
  {
    id: 'invented',
    version: 1,
    identity: {},
    pool,
    evaluation: [],
    read: () => Promise.resolve(data),
    describe: () => {
      throw new RangeError('not asked here');
    },
  },
  { parserPolicy: 'last', toolsearcherScorer: null },
  null,
);
const use = dataset.tools;
if (use === null) throw new RangeError('API-Bank has tools');
const tasks = await dataset.load(
  pool.map(({ id }) => id),
  signal,
);
const [first, second, third, search, afterSearch] = tasks as [
  (typeof tasks)[0],
  (typeof tasks)[0],
  (typeof tasks)[0],
  (typeof tasks)[0],
  (typeof tasks)[0],
];
const names = (task: (typeof tasks)[0]): string[] => use.schemas(task).map(({ name }) => name);
const call = (name: string, given: JsonObject | string): ToolCall => ({
  id: 'c1',
  name,
  arguments: typeof given === 'string' ? given : JSON.stringify(given),
});

describe('functions', () => {
  test('are those that the brief lists, and those that a search has found so far', () => {
    expect(names(first)).toEqual(['GetUserToken', 'OpenBankAccount']);
    expect(names(search)).toEqual(['ToolSearcher']);
    expect(names(afterSearch)).toEqual(['ToolSearcher', 'OpenBankAccount']);
  });

  test('say types, what may be left out by the signature, and what comes back', () => {
    const [tool] = toolsOf([api('Odd API', MEETING)], {
      'Odd API': { meeting_topic: 'str', attendees: 'list?', rooms: 'list*' },
    });
    expect(tool).toMatchObject({
      api: 'Odd API',
      schema: {
        name: 'Odd_API',
        description:
          'Does Odd API.\nReturns: {"status":{"type":"str","description":"How it went."}}',
      },
    });
    expect(tool?.schema.parameters).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['meeting_topic', 'count', 'weight', 'open', 'more', 'odd'],
      properties: {
        meeting_topic: { type: 'string', description: 'The meeting_topic.' },
        attendees: {
          type: 'array',
          items: { type: 'string' },
          description: 'The attendees.',
        },
        rooms: { type: 'array', items: {}, description: 'The rooms.' },
        count: { type: 'integer', description: 'The count.' },
        weight: { type: 'number', description: 'The weight.' },
        open: { type: 'boolean', description: 'The open.' },
        more: { type: 'object', description: 'The more.' },
        odd: { description: 'The odd. (Union[str, int])' },
      },
    });
  });

  test('have names that both wire formats take, and no two the same', () => {
    const long = 'Überlang'.repeat(20);
    const tools = toolsOf(
      ['A b', 'A_b', 'A.b', '', long, `${long}2`].map((name) => api(name, {})),
      {},
    );
    const made = tools.map(({ schema }) => schema.name);
    expect(new Set(made).size).toBe(6);
    for (const name of made) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(made.slice(0, 3)).toEqual(['A_b', 'A_b_2', 'A_b_3']);
  });
});

describe('the brief', () => {
  test('keeps the dialogue and leaves out what the functions say', () => {
    const text = dataset.brief(first);
    const told = use.brief(first);
    const dialogue = text.task.slice(text.task.indexOf('Dialogue so far:'));
    expect(told.task).toContain(dialogue);
    expect(told.task).not.toContain('Does OpenBankAccount');
    expect(told.task).not.toMatch(/^\{/m);
    expect(told.outputContract).toContain('calling exactly one function');
    expect(told.outputContract).not.toContain('[');
  });
});

describe('an answer', () => {
  test('scores as the call in brackets does', async () => {
    const answer = use.answerOf(second, call('OpenBankAccount', { ...account, account: 'a2' }));
    expect(answer).toEqual({ text: goldAnswer(second), reading: 'clean' });
    expect(await dataset.score(second, answer.text)).toMatchObject({ correct: true });
  });

  test('of a function that was not offered is read and judged as any wrong answer', async () => {
    const answer = use.answerOf(first, call('CloseAccount', {}));
    expect(answer.text).toBe('[CloseAccount()]');
    expect(await dataset.score(first, answer.text)).toMatchObject({ correct: false });
  });

  test('that is damaged counts as unparsable, and never throws', async () => {
    const answer = use.answerOf(first, call('OpenBankAccount', '{"account": "a'));
    expect(answer.reading).toBe('damaged');
    const score = await dataset.score(first, answer.text);
    expect(score).toMatchObject({ score: 0, decided: true, errorClass: 'unparsable' });
  });
});

describe('a session', () => {
  const run = async (task: (typeof tasks)[0], ...calls: readonly ToolCall[]): Promise<string[]> => {
    const session = await use.session(task);
    const results: string[] = [];
    for (const made of calls) {
      const { text, failed } = await session.execute(made, signal);
      results.push(`${failed ? 'failed' : 'ok'} ${text}`);
    }
    return results;
  };
  const again = call('OpenBankAccount', account);

  test('begins where the dialogue has led to, and is shared with nobody', async () => {
    const [opened] = await run(first, again);
    expect(opened).toContain('"output":"success"');
    expect(await run(first, again)).toEqual([opened]);
    expect(await run(first, again, again)).toEqual([opened, expect.stringContaining('"failed"')]);
    // The dialogue of the next task has opened it.
    expect(await run(second, again)).toEqual([expect.stringContaining('"output":"failed"')]);
  });

  test('leaves scoring alone', async () => {
    await run(first, again);
    expect(await dataset.score(first, goldAnswer(first))).toMatchObject({ correct: true });
  });

  test('tells an error as the dialogue would', async () => {
    const wrong = call('GetUserToken', { username: 'Ann', password: 'two' });
    expect(await run(third, wrong)).toEqual([
      expect.stringMatching(/^failed .*"exception":"The password is incorrect\."\}$/),
    ]);
  });

  test.each([
    ['a function that is not offered', call('RegisterUser', {}), 'no function of this name'],
    ['damaged arguments', call('GetUserToken', '{"us'), 'not one JSON object'],
    ['an unknown argument', call('GetUserToken', { user: 'Ann' }), 'invalid parameter name'],
    ['a missing argument', call('GetUserToken', { username: 'Ann' }), 'password'],
  ])('refuses %s and says why', async (_name, made, why) => {
    const [result] = await run(third, made);
    expect(result).toMatch(/^failed /);
    expect(result).toContain(why);
  });

  test('searches without an embedding model by shared words, and never tells a recording', async () => {
    const searched = async (keywords: string) =>
      run(search, call('ToolSearcher', { keywords })).then(([text]) => text);
    expect(await searched('account opening')).toContain('"name":"OpenBankAccount"');
    expect(await searched('account opening')).not.toContain('desc_for_search');
    expect(await searched('zebra')).toContain('no API fits these keywords');
    expect(await run(search, call('ToolSearcher', { query: 'x' }))).toEqual([
      expect.stringMatching(/^failed .*it takes one argument, keywords/),
    ]);
  });
});

describeWithCorpus('functions of the real data', 'apibank/data', (pack) => {
  let real: readonly ApiBankTask[] = [];
  beforeAll(async () => {
    real = allTasks(parseContent((await readSource(pack, signal)).files));
  });
  const tools = apiBankTools(() => Promise.reject(new RangeError('not asked here')));

  it('are there for every level', () => {
    expect(new Set(real.map(({ level }) => level))).toEqual(new Set([1, 2, 3]));
  });

  it('are valid JSON Schema with legal names', () => {
    const ajv = new Ajv({ strict: false });
    for (const task of real) {
      for (const { name, parameters } of tools.schemas(task)) {
        expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(ajv.validateSchema(parameters)).toBe(true);
        for (const parameter of Object.keys(parameters['properties'] as JsonObject)) {
          expect(parameter).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
        }
      }
    }
  });

  it('make of every recorded call the reference answer', () => {
    for (const task of real) {
      const sent = JSON.stringify(task.gold.arguments);
      const answer = tools.answerOf(task, call(task.gold.apiName, sent));
      expect([task.id, answer]).toEqual([task.id, { text: goldAnswer(task), reading: 'clean' }]);
    }
  });
});
