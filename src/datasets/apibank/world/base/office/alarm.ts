/** How do the alarm clock APIs behave? Times are compared as text, never as instants. */
import { pyStr } from '../../../python/repr.ts';
import { strptime } from '../../../python/strptime.ts';
import type { PyValue } from '../../../python/value.ts';
import { type ApiObject, type Arguments, defineApi, failure } from '../../api.ts';
import { exact } from '../../compare.ts';
import { dict, withFields } from '../../operations.ts';
import { firstRowOf, timeFormat } from './rows.ts';

const database = 'Alarm';
const parameters = { token: 'str', time: 'str' } as const;

const addAlarm = defineApi({
  name: 'AddAlarm',
  database,
  parameters,
  call: ({ token, time }, object) => {
    strptime(time, timeFormat);
    const username = object.userOf(token);
    const rows = object.ownRows();
    rows.set(rows.size + 1, dict({ username, time }));
    return 'success';
  },
  check: exact,
});

const queryAlarm = defineApi({
  name: 'QueryAlarm',
  database,
  parameters,
  call: (args, object) => find(args, object)[1],
  check: exact,
});

const deleteAlarm = defineApi({
  name: 'DeleteAlarm',
  database,
  parameters,
  call: (args, object) => {
    const [id] = find(args, object);
    object.ownRows().delete(id);
    return 'success';
  },
  check: exact,
});

const modifyAlarm = defineApi({
  name: 'ModifyAlarm',
  database,
  parameters: { token: 'str', from_time: 'str', to_time: 'str' },
  call: (args, object) => {
    strptime(args.from_time, timeFormat);
    strptime(args.to_time, timeFormat);
    const username = object.userOf(args.token);
    const found = firstRowOf(object, username, { time: args.from_time });
    if (found === undefined) {
      throw failure(`You have no agenda at time : ${pyStr(args.from_time)}`);
    }
    const [id, row] = found;
    object.ownRows().set(id, withFields(row, { time: args.to_time }));
    return 'success';
  },
  check: exact,
});

export const alarmApis = [addAlarm, queryAlarm, deleteAlarm, modifyAlarm];

function find(
  { token, time }: Arguments<typeof parameters>,
  object: ApiObject,
): readonly [PyValue, PyValue] {
  strptime(time, timeFormat);
  const found = firstRowOf(object, object.userOf(token), { time });
  if (found === undefined) throw failure(`You have no alarm clock at time : ${pyStr(time)}`);
  return found;
}
