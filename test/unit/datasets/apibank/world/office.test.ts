/** Accounts, bank, agenda, alarms, meetings and reminders: what happens to them, and what is compared? */
import { describe, expect, it } from 'vitest';
import { ann, answer, ben, openWorld, record, result, rowOf, verdict } from './small-world.ts';

const noon = '2024-05-01 12:00:00';

describe('accounts', () => {
  it('gives the token for the password', () => {
    const world = openWorld();
    expect(result(world, 'GetUserToken', { username: 'Ann', password: 'one' })).toEqual({
      token: ann,
    });
    expect(result(world, 'GetUserToken', { username: 'ann', password: 'one' })).toBe(
      '! The username does not exist.',
    );
    expect(result(world, 'GetUserToken', { username: 'Ann', password: 'two' })).toBe(
      '! The password is incorrect.',
    );
  });

  it('leaves the name out of four records', () => {
    const world = openWorld();
    expect(answer(world, 'CheckToken', { token: ann })).toEqual({
      input: { token: ann },
      output: { username: 'Ann' },
      exception: null,
    });
    expect(answer(world, 'DeleteAccount', { token: ann })).not.toHaveProperty('api_name');
    expect(answer(world, 'ForgotPassword', { status: '' })).not.toHaveProperty('api_name');
    const newcomer = { username: 'Di', password: 'x', email: 'di@mail.org' };
    expect(answer(world, 'RegisterUser', newcomer)).not.toHaveProperty('api_name');
    expect(answer(world, 'QueryBalance', { token: ben })).toHaveProperty('api_name');
  });

  it('keeps the state of one API from the others', () => {
    const world = openWorld();
    expect(result(world, 'DeleteAccount', { token: ann })).toEqual({ status: 'success' });
    expect(result(world, 'DeleteAccount', { token: ann })).toBe('! No such user.');
    expect(result(world, 'CheckToken', { token: ann })).toEqual({ username: 'Ann' });
  });

  it('registers with a random token that is the same for the same arguments', () => {
    const newcomer = { username: 'Di', password: 'x', email: 'di@mail.org' };
    const world = openWorld();
    const first = result(world, 'RegisterUser', newcomer) as { token: string };
    expect(first.token).toMatch(/^[a-z0-9]{18}$/);
    expect(result(openWorld(), 'RegisterUser', newcomer)).toEqual(first);
    expect(result(openWorld(), 'RegisterUser', { ...newcomer, email: 'e' })).not.toEqual(first);
    expect(result(world, 'RegisterUser', newcomer)).toBe('! The username already exists.');
    const gold = { input: newcomer, output: { token: 'other' }, exception: null };
    expect(verdict(openWorld(), 'RegisterUser', [newcomer, gold])).toBe(true);
    expect(verdict(openWorld(), 'RegisterUser', [newcomer, { ...gold, output: null }])).toBe(false);
  });

  it('resets a forgotten password in two steps', () => {
    const world = openWorld();
    const first = { status: 'Forgot Password', username: 'Ben', email: 'ben@mail.org' };
    const second = { status: 'Verification Code', verification_code: '970420', new_password: 'p' };
    expect(result(world, 'ForgotPassword', second)).toContain('at first.');
    expect(result(world, 'ForgotPassword', { ...first, email: 'x' })).toBe(
      '! The email is incorrect.',
    );
    expect(result(world, 'ForgotPassword', second)).toContain('at first.');
    expect(result(world, 'ForgotPassword', first)).toBe(970420);
    expect(result(world, 'ForgotPassword', { ...second, verification_code: 1 })).toBe(
      '! The verification code is incorrect.',
    );
    expect(result(world, 'ForgotPassword', second)).toBe('success');
    expect(rowOf(world, 'ForgotPassword', 'Ben')).toEqual({
      password: 'p',
      token: ben,
      email: 'ben@mail.org',
    });
  });

  it('changes a password only with the old one', () => {
    const world = openWorld();
    const change = { token: ann, old_password: 'one', new_password: 'new' };
    expect(result(world, 'ModifyPassword', change)).toEqual({ status: 'success' });
    expect(result(world, 'ModifyPassword', change)).toBe('! The old password is incorrect.');
  });
});

describe('bank', () => {
  it('says the same whatever is wrong with the token', () => {
    const world = openWorld();
    expect(result(world, 'QueryBalance', { token: ann })).toBe(12.5);
    expect(result(world, 'QueryBalance', { token: 'x' })).toBe('! The token is incorrect.');
    expect(result(world, 'QueryBalance', { token: null })).toBe('! The token is incorrect.');
    expect(result(world, 'QueryBalance', { token: ben })).toBe(
      '! The user does not have an account.',
    );
    const gold = record('QueryBalance', { token: ` ${ann} ` }, 12.5);
    expect(verdict(world, 'QueryBalance', [{ token: ann }, gold])).toBe(true);
  });

  it('answers failed for a name that is taken', () => {
    const world = openWorld();
    const open = (account: string): unknown =>
      result(world, 'OpenBankAccount', { account, password: 'p', name: 'n' });
    expect(['test', 'mine', 'mine'].map(open)).toEqual(['failed', 'success', 'failed']);
  });
});

describe('agenda', () => {
  const entry = { token: ann, content: 'Swim', time: noon, location: 'Pool' };

  it('finds by content, not by a full time', () => {
    const world = openWorld();
    expect(result(world, 'QueryAgenda', entry)).toMatchObject({ time: '2024-05-01' });
    expect(result(world, 'QueryAgenda', { ...entry, content: '' })).toBe(
      `! You have no agenda at time : ${noon}`,
    );
    expect(result(world, 'QueryAgenda', { ...entry, token: ben })).toBe(
      '! You have no agenda about Swim',
    );
    expect(result(world, 'QueryAgenda', { ...entry, content: '', time: '' })).toBe('! Error');
  });

  it('is content to delete nothing, and returns an exception as output when asked to change nothing', () => {
    const nothing = { ...entry, content: '', time: '' };
    expect(result(openWorld(), 'DeleteAgenda', nothing)).toBe('success');
    expect(result(openWorld(), 'ModifyAgenda', nothing)).toEqual({
      $py: 'exception',
      repr: "Exception('Error')",
    });
    expect(result(openWorld(), 'DeleteAgenda', { ...entry, content: 'Run' })).toBe(
      '! You have no meeting about Run',
    );
    const world = openWorld();
    const change = world.call('ModifyAgenda', Object.entries(nothing));
    expect(world.check('ModifyAgenda', change, change)).toBe(false);
  });

  it('adds under an int beside the text keys, with a time at all costs', () => {
    const world = openWorld();
    expect(result(world, 'AddAgenda', { ...entry, time: '' })).toContain('does not match format');
    expect(result(world, 'AddAgenda', { ...entry, content: ' ' })).toBe(
      '! Content should not be null',
    );
    expect(result(world, 'AddAgenda', { ...entry, content: ' ', token: 'x' })).toBe(
      '! Content should not be null',
    );
    expect(result(world, 'AddAgenda', entry)).toBe('success');
    expect(world.database('AddAgenda')?.has(2)).toBe(true);
    expect(world.database('AddAgenda')?.has('2')).toBe(false);
  });

  it('compares words, time and place, but not the token', () => {
    const input = { ...entry, token: ben, content: 'Swim lesson' };
    expect(
      verdict(openWorld(), 'AddAgenda', [
        { ...entry, content: 'Swim lesson today' },
        record('AddAgenda', input, 'success'),
      ]),
    ).toBe(true);
    // One word of two is a half, which is not more than a half.
    expect(verdict(openWorld(), 'AddAgenda', [entry, record('AddAgenda', input, 'success')])).toBe(
      false,
    );
    expect(
      verdict(openWorld(), 'AddAgenda', [entry, record('AddAlarm', { ...entry }, 'success')]),
    ).toBe('AssertionError: The API name is not correct.');
    expect(
      verdict(openWorld(), 'DeleteAgenda', [
        entry,
        record('DeleteAgenda', { time: noon }, 'success'),
      ]),
    ).toBe(true);
  });
});

describe('alarms', () => {
  it('takes times as text and counts the token', () => {
    const world = openWorld();
    expect(result(world, 'QueryAlarm', { token: ann, time: '2024-05-01 07:00:00' })).toMatchObject({
      username: 'Ann',
    });
    expect(result(world, 'QueryAlarm', { token: ann, time: '2024-5-1 7:0:0' })).toBe(
      '! You have no alarm clock at time : 2024-5-1 7:0:0',
    );
    expect(result(world, 'ModifyAlarm', { token: ben, from_time: noon, to_time: noon })).toBe(
      `! You have no agenda at time : ${noon}`,
    );
    const values = { token: ann, time: noon };
    const gold = record('AddAlarm', { token: ben, time: noon }, 'success');
    expect(verdict(openWorld(), 'AddAlarm', [values, gold])).toBe(false);
  });

  it('moves and deletes the alarm of its own copy', () => {
    const world = openWorld();
    const from_time = '2024-05-01 07:00:00';
    expect(result(world, 'ModifyAlarm', { token: ann, from_time, to_time: noon })).toBe('success');
    expect(result(world, 'ModifyAlarm', { token: ann, from_time, to_time: noon })).toContain('!');
    expect(result(world, 'DeleteAlarm', { token: ann, time: noon })).toContain('!');
    expect(result(world, 'DeleteAlarm', { token: ann, time: from_time })).toBe('success');
  });
});

describe('meetings', () => {
  const meeting = {
    token: ann,
    meeting_topic: 'Budget',
    start_time: '2024-05-02 09:00:00',
    end_time: '2024-05-02 10:00:00',
    location: 'Cellar',
    attendees: ['Cy'],
  };

  it('changes topic and times, never place and people', () => {
    const world = openWorld();
    expect(result(world, 'ModifyMeeting', { ...meeting, end_time: null })).toBe('success');
    const moved = {
      meeting_topic: 'Budget',
      start_time: '2024-05-02 09:00:00',
      end_time: null,
      location: 'Attic',
      attendees: ['Ben'],
      username: 'Ann',
    };
    expect(rowOf(world, 'ModifyMeeting', '4')).toEqual(moved);
    const renamed = { ...meeting, meeting_topic: 'Costs' };
    expect(result(world, 'ModifyMeeting', renamed)).toBe('success');
    expect(rowOf(world, 'ModifyMeeting', '4')).toEqual({
      ...moved,
      meeting_topic: 'Costs',
      end_time: '2024-05-02 10:00:00',
    });
    expect(rowOf(world, 'QueryMeeting', '4')).toMatchObject({ start_time: '2024-05-01 09:00:00' });
  });

  it('adds after the greatest number and refuses nothing but a blank topic', () => {
    const world = openWorld();
    expect(result(world, 'AddMeeting', { ...meeting, meeting_topic: ' ' })).toBe(
      '! Meeting Topic should not be null',
    );
    expect(result(world, 'AddMeeting', meeting)).toBe('success');
    expect([...(world.database('AddMeeting')?.keys() ?? [])]).toEqual(['4', '5']);
  });

  it('can never confirm a successful deletion', () => {
    const gold = record('DeleteMeeting', meeting, 'success');
    expect(verdict(openWorld(), 'DeleteMeeting', [meeting, gold])).toBe("KeyError: 'time'");
    const unknown = { ...meeting, meeting_topic: 'Lunch' };
    expect(result(openWorld(), 'DeleteMeeting', unknown)).toBe('! You have no meeting about Lunch');
  });

  it('needs a topic or a start', () => {
    const empty = { ...meeting, meeting_topic: '', start_time: '' };
    expect(result(openWorld(), 'QueryMeeting', empty)).toBe(
      '! Meeting Topic and start_time should not be null both',
    );
    expect(result(openWorld(), 'QueryMeeting', { ...meeting, meeting_topic: '' })).toBe(
      '! You have no meeting at time : 2024-05-02 09:00:00',
    );
  });
});

describe('reminders', () => {
  const reminder = { token: ann, content: 'Water plants', time: noon };

  it('finds by content or time', () => {
    const world = openWorld();
    expect(result(world, 'QueryReminder', reminder)).toMatchObject({ username: 'Ann' });
    expect(result(world, 'ModifyReminder', reminder)).toBe('success');
    expect(result(world, 'ModifyReminder', { ...reminder, content: 'Other' })).toBe('success');
    expect(result(world, 'DeleteReminder', { ...reminder, token: ben })).toBe(
      `! You have no reminder about Water plants or at time : ${noon}`,
    );
    expect(result(world, 'AddReminder', reminder)).toBe('success');
    expect([...(world.database('AddReminder')?.keys() ?? [])]).toEqual(['9', '10']);
  });

  it('compares words in lower case and deletions by time only', () => {
    const input = { ...reminder, content: 'WATER plants' };
    const added = record('AddReminder', input, 'success');
    expect(verdict(openWorld(), 'AddReminder', [reminder, added])).toBe(true);
    const deleted = record('DeleteReminder', { content: 'anything', time: noon }, 'success');
    expect(verdict(openWorld(), 'DeleteReminder', [reminder, deleted])).toBe(true);
    const broken = record('AddReminder', { ...input, content: null }, 'success');
    expect(verdict(openWorld(), 'AddReminder', [reminder, broken])).toBe(
      "AttributeError: 'NoneType' object has no attribute 'lower'",
    );
  });
});
