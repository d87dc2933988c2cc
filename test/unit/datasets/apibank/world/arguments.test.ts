/** Which arguments are refused, and what do the others become? */
import { describe, expect, it } from 'vitest';
import {
  PyBytes,
  PyFloat,
  PySet,
  type PyValue,
} from '../../../../../src/datasets/apibank/python/value.ts';
import { prepareDatabases } from '../../../../../src/datasets/apibank/world/databases.ts';
import { createWorld } from '../../../../../src/datasets/apibank/world/manager.ts';
import { ann, answer, ben, openWorld, result, rowOf } from './small-world.ts';

const stay = {
  hotel_name: 'Lodge',
  check_in_time: '2024-05-01',
  check_out_time: '2024-05-02',
  adult_count: 1,
  child_count: 0,
};

describe('arguments', () => {
  it('names the first unknown one', () => {
    expect(result(openWorld(), 'CheckToken', { tokn: 1, other: 2 })).toBe(
      '! AssertionError: invalid parameter name. parameter: tokn',
    );
    expect(result(openWorld(), 'CheckToken', { ['__proto__x']: 1 })).toContain('__proto__x');
  });

  it('lists what is missing as Python does', () => {
    const world = openWorld();
    const text = (names: string, noun = 'arguments'): string =>
      `! TypeError: AddReminder.call() missing ${names.split("'").length >> 1} required positional ${noun}: ${names}`;
    expect(result(world, 'AddReminder', { token: ann, content: 'x' })).toBe(
      text("'time'", 'argument'),
    );
    expect(result(world, 'AddReminder', { time: 'x' })).toBe(text("'token' and 'content'"));
    expect(result(world, 'AddReminder')).toBe(text("'token', 'content', and 'time'"));
  });

  it('refuses the names of the manager itself before anything else', () => {
    expect(result(openWorld(), 'GetToday', { wrong: 1, self: 2 })).toBe(
      "! TypeError: LazyApiBankManager.api_call() got multiple values for argument 'self'",
    );
    expect(result(openWorld(), 'GetToday', { api_name: 'GetToday' })).toBe(
      "! TypeError: LazyApiBankManager.api_call() got multiple values for argument 'api_name'",
    );
  });

  it('reports coercion and names in the order of the arguments', () => {
    expect(result(openWorld(), 'BookHotel', { room_count: 'x', nope: 1 })).toBe(
      "! ValueError: invalid literal for int() with base 10: 'x'",
    );
    expect(result(openWorld(), 'BookHotel', { nope: 1, room_count: 'x' })).toBe(
      '! AssertionError: invalid parameter name. parameter: nope',
    );
  });

  it.each<[PyValue, number]>([
    [' 2 ', 2],
    ['1_0', 10],
    ['٣', 3],
    [new PyFloat(2.9), 2],
    [true, 1],
    ['-1', -1],
  ])('makes an int of %j', (value, expected) => {
    expect(answer(openWorld(), 'BookHotel', { ...stay, room_count: value })).toMatchObject({
      input: { room_count: expected },
    });
  });

  it.each<[PyValue, boolean]>([
    [true, true],
    [false, false],
    ['True', true],
    ['true', false],
    [1, false],
    [null, false],
  ])('makes a boolean of %j', (value, expected) => {
    const values = { name: 'lamp', time: '2024-05-01 20:00:00', on: value };
    expect(answer(openWorld(), 'TimedSwitch', values)).toMatchObject({ input: { on: expected } });
  });

  it('lets any value through where text is declared', () => {
    expect(result(openWorld(), 'PlayMusic', { music_name: 7 })).toBe(
      "! 'int' object has no attribute 'lower'",
    );
    expect(result(openWorld(), 'GetUserToken', { username: [], password: 'x' })).toBe(
      "! unhashable type: 'list'",
    );
    const bytes = new PyBytes(Uint8Array.from([32, 72, 105, 32]));
    expect(result(openWorld(), 'PlayMusic', { music_name: bytes })).toBe("music://b'hi'");
    expect(result(openWorld(), 'Wiki', { keyword: bytes })).toBe(
      "! a bytes-like object is required, not 'str'",
    );
    expect(result(openWorld(), 'SendEmail', { receiver: bytes, subject: 's', content: 'c' })).toBe(
      '! cannot use a string pattern on a bytes-like object',
    );
    expect(result(openWorld(), 'SpeechRecognition', { url: bytes })).toBe(
      '! endswith first arg must be bytes or a tuple of bytes, not str',
    );
    expect(result(openWorld(), 'SymptomSearch', { symptom: bytes })).toBe(
      '! The symptom does not exist.',
    );
    expect(result(openWorld(), 'QueryStock', { stock_code: bytes, date: '2024-05-01' })).toBe(
      '! The stock code does not exist.',
    );
    const set = new PySet([]);
    expect(result(openWorld(), 'Wiki', { keyword: set })).toBe(
      "! 'set' object has no attribute 'replace'",
    );
  });

  it('refuses an unknown API', () => {
    expect(result(openWorld(), 'Nope')).toBe('! Exception: invalid tool name.');
    expect(result(openWorld(), 'Geocoding', { address: 'Paris' })).toContain('invalid tool name');
    expect(result(openWorld('lv3'), 'CheckToken', { token: ann })).toContain('invalid tool name');
  });

  it('says Unavailable only after the arguments are accepted', () => {
    for (const levelSet of ['base', 'lv3'] as const) {
      const world = openWorld(levelSet);
      expect(result(world, 'ToolSearcher', { keywords: 'x' })).toBe(
        '! Unavailable: ToolSearcher needs a service that this world does not have',
      );
      expect(result(world, 'ToolSearcher', { keyword: 'x' })).toContain('invalid parameter name');
      expect(result(world, 'ToolSearcher')).toContain('missing 1 required');
    }
    expect(result(openWorld(), 'Translate', { src: 'x', tgt_lang: 'y' })).toContain('Unavailable');
  });
});

describe('databases', () => {
  it('names the one that is missing', () => {
    const world = createWorld({ levelSet: 'base', databases: prepareDatabases({}) });
    expect(() => world.call('Wiki', [['keyword', 'x']])).toThrow(
      'API-Bank database Wiki is missing',
    );
    expect(() => world.call('CheckToken', [['token', 'x']])).toThrow('database Account is missing');
  });

  it('refuses one of another shape', () => {
    expect(() => prepareDatabases({ Wiki: 'text' }).get('Wiki')).toThrow('API-Bank database Wiki');
    expect(() =>
      prepareDatabases({ ImageCaptioning: [{ address: 'x' }] }).get('ImageCaptioning'),
    ).toThrow('API-Bank database ImageCaptioning');
  });

  it('shows what an API object sees, and keeps the initial rows', () => {
    const world = openWorld();
    expect(world.database('Calculator')).toBeNull();
    const before = world.database('DeleteScene');
    expect(result(world, 'DeleteScene', { name: 'Evening ' })).toBe('success');
    expect(world.database('DeleteScene')?.size).toBe(0);
    expect(before?.size).toBe(1);
    expect(world.database('QueryScene')?.size).toBe(1);
    expect(openWorld().database('DeleteScene')?.size).toBe(1);
  });

  it('forks: neither world sees what is called in the other afterwards', () => {
    const world = openWorld();
    result(world, 'DeleteScene', { name: 'evening' });
    result(world, 'AddAlarm', { token: ann, time: '2024-05-02 07:00:00' });
    result(world, 'ForgotPassword', {
      status: 'Forgot Password',
      username: 'Ann',
      email: 'ann@mail.org',
    });
    const fork = world.fork();
    expect(fork.database('DeleteScene')?.size).toBe(0);
    expect(fork.database('AddAlarm')?.size).toBe(2);
    result(fork, 'AddAlarm', { token: ann, time: '2024-05-03 07:00:00' });
    result(world, 'AddAlarm', { token: ben, time: '2024-05-04 07:00:00' });
    result(world, 'AddAlarm', { token: ben, time: '2024-05-05 07:00:00' });
    expect(fork.database('AddAlarm')?.size).toBe(3);
    expect(world.database('AddAlarm')?.size).toBe(4);
    const reset = { status: 'Verification Code', verification_code: 970420, new_password: 'new' };
    expect(result(fork, 'ForgotPassword', reset)).toBe('success');
    expect(rowOf(fork, 'ForgotPassword', 'Ann')).toMatchObject({ password: 'new' });
    expect(rowOf(world, 'ForgotPassword', 'Ann')).toMatchObject({ password: 'one' });
  });
});
