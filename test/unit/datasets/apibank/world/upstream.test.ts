/** Does the upstream flavour check arguments and share databases as API-Bank's own manager does? */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../src/core/json.ts';
import { encodeValue } from '../../../../../src/datasets/apibank/python/convert.ts';
import { PyError } from '../../../../../src/datasets/apibank/python/error.ts';
import { PyFloat, type PyValue } from '../../../../../src/datasets/apibank/python/value.ts';
import { prepareDatabases } from '../../../../../src/datasets/apibank/world/databases.ts';
import { createWorld, type World } from '../../../../../src/datasets/apibank/world/manager.ts';
import { describeWithCorpus, readJsonLines } from '../../../../support/shared.ts';
import { loadDatabases, outcome, run, sorted } from './corpus-support.ts';

interface OfficialRow {
  readonly api: string;
  readonly parsed: {
    readonly name: string;
    readonly kwargs: Readonly<Record<string, Json>>;
  } | null;
  readonly category: string;
  readonly error: string | null;
  readonly result: Readonly<Record<string, Json>> | null;
}

const withService = ['Dictionary', 'SearchEngine', 'ToolSearcher', 'Translate'];
const randomOutput = ['AppointmentRegistration', 'RegisterUser'];

describeWithCorpus(
  "calls through API-Bank's own manager",
  'apibank/official_l12.jsonl.gz',
  (path) => {
    it('gives the recorded result or error', () => {
      const databases = loadDatabases();
      let compared = 0;
      const differences = readJsonLines<OfficialRow>(path).flatMap((row) => {
        const { api, parsed } = row;
        if (parsed?.name !== api || withService.includes(api)) return [];
        compared += 1;
        const world = createWorld({ levelSet: 'base', databases, flavour: 'upstream' });
        const answer = outcome(() => encodeValue(run(world, { api, kwargs: parsed.kwargs })));
        const expected = row.result ?? row.error;
        return shown(api, answer) === shown(api, expected) ? [] : [{ row, answer }];
      });
      expect(differences).toEqual([]);
      expect(compared).toBe(5022);
    });
  },
);

describe('the upstream flavour', () => {
  const databases = prepareDatabases({
    Account: { Ann: { password: 'one', token: 'tok-ann', email: 'ann@mail.org' } },
    Agenda: {},
    Hotel: {},
    TimeSwitch: {},
  });
  const open = (): World => createWorld({ levelSet: 'base', databases, flavour: 'upstream' });
  const call = (world: World, name: string, args: Readonly<Record<string, PyValue>>): Json =>
    outcome(() => encodeValue(world.call(name, Object.entries(args))));

  it('shares a database between the APIs that use it', () => {
    const world = open();
    const agenda = {
      token: 'tok-ann',
      content: 'Tea',
      time: '2024-01-02 15:00:00',
      location: 'Home',
    };
    call(world, 'AddAgenda', agenda);
    expect(call(world, 'QueryAgenda', agenda)).toMatchObject({
      output: { content: 'Tea', username: 'Ann' },
    });
    call(world, 'DeleteAccount', { token: 'tok-ann' });
    expect(call(world, 'QueryAgenda', agenda)).toMatchObject({
      exception: 'The token is invalid.',
    });
  });

  it('takes only digits for an int', () => {
    const stay = {
      hotel_name: 'Inn',
      check_in_time: '2024-01-02',
      check_out_time: '2024-01-03',
      adult_count: '2',
      child_count: '0',
    };
    expect(call(open(), 'BookHotel', { ...stay, room_count: '1' })).toMatchObject({ output: '1' });
    for (const text of ['+1', ' 1', '1_0', '', '1.0']) {
      expect(call(open(), 'BookHotel', { ...stay, room_count: text })).toBe(
        `AssertionError: invalid parameter type. parameter: ${text}`,
      );
    }
  });

  it('takes only digits with one dot for a float', () => {
    const world = createWorld({ levelSet: 'lv3', databases, flavour: 'upstream' });
    expect(call(world, 'TaxCalculator', { salary: '10.5' })).toMatchObject({
      output: { salary_after_tax: 10.5 },
    });
    expect(call(world, 'TaxCalculator', { salary: '1e3' })).toBe(
      'AssertionError: invalid parameter type. parameter: 1e3',
    );
    expect(call(world, 'TaxCalculator', { salary: new PyFloat(0.5) })).toMatchObject({
      output: { salary_after_tax: 0.5 },
    });
  });

  it('takes only the text True for a true boolean', () => {
    const time = '2024-01-02 15:00:00';
    for (const [on, expected] of [
      [true, false],
      ['True', true],
    ] as const) {
      expect(call(open(), 'TimedSwitch', { name: 'lamp', time, on })).toMatchObject({
        input: { on: expected },
      });
    }
  });

  it('names itself in a clash with its own signature', () => {
    expect(call(open(), 'GetToday', { tool_name: 1 })).toBe(
      "TypeError: ToolManager.api_call() got multiple values for argument 'tool_name'",
    );
    expect(() => open().call('GetTomorrow', [])).toThrow(PyError);
  });
});

/** The answer as text, without what is random in it. */
function shown(api: string, answer: Json): string {
  const text = JSON.stringify(sorted(answer));
  return randomOutput.includes(api)
    ? text.replace(/"output":(?:"\d{8}"|\{"token":"\w{18}"\})/, '')
    : text;
}
