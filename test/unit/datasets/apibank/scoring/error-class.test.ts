import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ERROR_CLASSES } from '../../../../../src/core/error-class.ts';
import type { ParsePolicy } from '../../../../../src/datasets/apibank/parse/result.ts';
import { createScorer, type Scorer } from '../../../../../src/datasets/apibank/scoring/scorer.ts';
import { goldAnswer } from '../../../../../src/datasets/apibank/tasks/task.ts';
import { describeWithCorpus, readJsonLines } from '../../../../support/shared.ts';
import { type Released, readReleased, taskOf } from './released.ts';

/** Describes AddAgenda, AddAlarm and GetUserToken. */
const LOGIN = 'level-1::AddAgenda-AddAlarm-GetUserToken-level-2-1.jsonl::0';
/** Nothing was searched for yet. */
const SEARCH = 'level-2::AddAlarm-level-3-1.jsonl::0';
/** The search has found AddAlarm and GetUserToken. */
const FOUND = 'level-2::AddAlarm-level-3-1.jsonl::2';
/** The reference call has the optional parameters. */
const MODIFY = 'ModifyRegistration';

let released: Released;
const scorers = new Map<ParsePolicy, Scorer>();

async function prepare(pack: string): Promise<void> {
  released = await readReleased(pack);
  for (const parserPolicy of ['last', 'strict', 'upstream'] as const) {
    const options = { parserPolicy, toolsearcherScorer: 'official' } as const;
    scorers.set(parserPolicy, createScorer(released.data, options, null));
  }
}

function classOf(id: string, answer: string, policy: ParsePolicy = 'last'): string | null {
  return scorers.get(policy)?.judge(taskOf(released, id), answer).errorClass ?? null;
}

describeWithCorpus('the class of an answer', 'apibank/data', (pack) => {
  beforeAll(async () => prepare(pack));

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['<think>which one?</think>', 'empty'],
    ['Which user is it? The API(s) need a name (and more).', 'no_call'],
    ['[GetUserToken]', 'no_call'],
    ["GetUserToken(username='a', password='b')", 'unparsable'],
    ["GetUserToken（username='a'）", 'unparsable'],
    ["[GetUserToken (username='a')]", 'unparsable'],
    ['GetUserToken: {"username": "a"}', 'unparsable'],
    ['{"name": "GetUserToken", "arguments": {}}', 'unparsable'],
    ["[GetUserToken('a', 'b')]", 'unparsable'],
    ["[GetUserToken(username='a' password='b')]", 'unparsable'],
    ["[GetUserToken(username='a', password='b');]", 'unparsable'],
    ["[GetUserToken(username='a', password='b')", 'unparsable'],
    ["[GetUserToken(username='a', pass", 'truncated'],
    ["[GetUserToken(username='a'), GetUserToken(username='b')]", 'several_calls'],
    ["[GetUserToken(username='a'); GetUserToken(username='b')]", 'several_calls'],
    ["[GetUserToken(username='a) B(', 'b')]", 'unparsable'],
    ["[getusertoken(username='a', password='b')]", 'unknown_api'],
    ["[QueryBalance(token='a')]", 'unlisted_api'],
    ["[ToolSearcher(keywords='login')]", 'unlisted_api'],
    ["[AddAlarm(token='a', time='b')]", 'wrong_api'],
    ["[GetUserToken(user='a', password='b')]", 'unknown_parameter'],
    ["[GetUserToken(self='a')]", 'unknown_parameter'],
    ["[GetUserToken(username='a')]", 'missing_parameter'],
    ['[GetUserToken(username=3, password=None)]', 'wrong_type'],
    ["[GetUserToken(username='a', password='b')]", 'execution_exception'],
    // The call works, for another user than the one of the dialogue.
    ["[GetUserToken(username='JohnDoe', password='pass123')]", 'wrong_value'],
  ])('%j is %s', (answer, expected) => {
    expect(classOf(LOGIN, answer)).toBe(expected);
  });

  it('asks on levels 2 and 3 what the searches so far have found', () => {
    expect(classOf(FOUND, goldAnswer(taskOf(released, FOUND)))).toBeNull();
    expect(classOf(SEARCH, "[GetUserToken(username='a', password='b')]")).toBe('unlisted_api');
    expect(classOf(FOUND, "[AddAlarm(token='a', time='b')]")).toBe('wrong_api');
    expect(classOf(FOUND, "[ToolSearcher(keywords='add alarm')]")).toBe('wrong_api');
    // Level 3 has APIs of its own.
    expect(classOf('level-3::level-3.json::0::1', "[AddAlarm(time='b')]")).toBe('unknown_api');
  });

  it('tells a search that found something else from one that cannot be decided', () => {
    expect(classOf(SEARCH, "[ToolSearcher(keywords='calculate 25*3+7/3')]")).toBe('retrieval_miss');
    expect(classOf(SEARCH, "[ToolSearcher(keywords='wake me')]")).toBe('undecided');
    const task = taskOf(released, SEARCH);
    const keyword = createScorer(
      released.data,
      { parserPolicy: 'last', toolsearcherScorer: 'keyword' },
      null,
    );
    const classes = [
      "[ToolSearcher(keywords='wake me')]",
      "[ToolSearcher(query='alarm')]",
      '[ToolSearcher()]',
    ].map((answer) => keyword.judge(task, answer).errorClass);
    expect(classes).toEqual(['retrieval_miss', 'unknown_parameter', 'missing_parameter']);
  });

  it('calls a left out optional parameter of the reference missing', () => {
    const task = [...released.tasks.values()].find(
      ({ gold }) =>
        gold.apiName === MODIFY && gold.arguments['new_appointment_doctor'] !== undefined,
    );
    const id = task?.gold.arguments['appointment_id'] as string;
    expect(classOf(task?.id ?? '', `[${MODIFY}(appointment_id='${id}')]`)).toBe(
      'missing_parameter',
    );
  });

  it('blames several calls only where one of them alone is right', () => {
    const right = goldAnswer(taskOf(released, LOGIN));
    const wrong = '[GetToday()]';
    const one = (answer: string, policy?: ParsePolicy): string | null =>
      classOf(LOGIN, answer, policy);
    expect(one(`${right}\n${wrong}`)).toBe('several_calls');
    expect(one(`${wrong} ${right}`)).toBeNull();
    expect(one(`[AddAlarm(time='x')] ${wrong}`)).toBe('unlisted_api');
    expect(one(`<think>${right}</think>${wrong}`)).toBe('unlisted_api');
    expect(one(`${wrong} ${right}`, 'strict')).toBe('several_calls');
    expect(one(`${right} ${wrong}`, 'upstream')).toBeNull();
    expect(one(`${wrong} ${right}`, 'upstream')).toBe('several_calls');
  });
});

interface VerdictRow {
  readonly task_id: string;
  /** What was done to the reference call to make this answer. */
  readonly kind: string;
  readonly text: string;
  readonly error_kind: string | null;
  readonly correct: boolean | null;
}

/** Error kind of the reference scorer, and class; the kind is `null` where it decides nothing. */
const CLASS_COUNTS = `
   410 api_name_mismatch several_calls
   974 api_name_mismatch unknown_api
   468 api_name_mismatch unlisted_api
    35 api_name_mismatch wrong_api
    14 call_exception execution_exception
    28 call_exception unknown_parameter
     1 check_exception execution_exception
    92 check_exception wrong_type
     3 hang execution_exception
   598 invalid_parameter_name unknown_parameter
   462 missing_argument missing_parameter
    82 no_call empty
   511 no_call no_call
    45 no_call truncated
  1313 no_call unparsable
   271 not_keyword_only several_calls
   271 not_keyword_only unparsable
  1634 null undecided
  1702 result_mismatch execution_exception
     3 result_mismatch missing_parameter
   324 result_mismatch retrieval_miss
    13 result_mismatch several_calls
   314 result_mismatch wrong_type
   599 result_mismatch wrong_value
   160 star_kwargs unparsable
    88 syntax several_calls
   602 syntax unparsable
  6526 true correct
   280 type_coercion wrong_type
   210 unsupported_expression unparsable
`;

describeWithCorpus('the classes of the whole corpus', 'apibank/verdicts.jsonl.gz', (path) => {
  beforeAll(async () => prepare(join(path, '..', 'data')));

  it('are one for every row: the cross-table of kinds and classes', () => {
    const counts = new Map<string, number>();
    for (const row of readJsonLines<VerdictRow>(path)) {
      const found = classOf(row.task_id, row.text);
      if (found !== null) expect(ERROR_CLASSES).toContain(found);
      const kind = row.correct === false ? row.error_kind : row.correct;
      const pair = `${String(kind)} ${found ?? 'correct'}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    const table = [...counts].map(([pair, count]) => `${String(count).padStart(6)} ${pair}`);
    table.sort((left, right) => (left.slice(7) < right.slice(7) ? -1 : 1));
    process.stdout.write(`error kinds and classes:\n${table.join('\n')}\n`);
    expect(table).toEqual(CLASS_COUNTS.split('\n').slice(1, -1));
  });

  it('agree with what was done to the reference call', () => {
    const classes = new Map<string, Set<string | null>>();
    for (const row of readJsonLines<VerdictRow>(path)) {
      if (row.correct !== false) continue;
      const found = classOf(row.task_id, row.text);
      if (found === 'several_calls')
        expect(row.kind).toMatch(/^(?:calls_last_decoy|multi_in_one)$/u);
      classes.set(row.kind, (classes.get(row.kind) ?? new Set()).add(found));
    }
    const of = (kind: string): unknown => [...(classes.get(kind) ?? [])].sort();
    expect(of('calls_last_decoy')).toEqual(['several_calls']);
    expect(of('missing_arg')).toEqual(['missing_parameter']);
    expect(of('no_args')).toEqual(['missing_parameter']);
    expect(of('extra_arg')).toEqual(['unknown_parameter']);
    expect(of('renamed_arg')).toEqual(['unknown_parameter']);
    expect(of('wrong_name')).toEqual(['unlisted_api', 'wrong_api']);
    expect(of('hallucinated_name')).toEqual(['unknown_api', 'unparsable']);
    expect(of('positional')).toEqual(['unparsable']);
    expect(of('arg_keywords_kw_other_recorded')).toEqual(['retrieval_miss']);
  });
});
