/** How do the reminder APIs behave? */
import { pyStr } from '../../../python/repr.ts';
import { strptime } from '../../../python/strptime.ts';
import type { PyValue } from '../../../python/value.ts';
import { type ApiObject, type Arguments, defineApi, failure } from '../../api.ts';
import {
  allOf,
  sameArguments,
  sameDeletion,
  sameException,
  sameName,
  sameOutput,
  similarLowerWords,
} from '../../compare.ts';
import { dict, isBlank, withFields } from '../../operations.ts';
import { firstRowOf, nextTextId, timeFormat } from './rows.ts';

const database = 'Reminder';
const parameters = { token: 'str', content: 'str', time: 'str' } as const;

type ReminderArguments = Arguments<typeof parameters>;

const sameReminder = allOf(
  similarLowerWords('content'),
  sameArguments('time'),
  sameOutput,
  sameException,
);

const addReminder = defineApi({
  name: 'AddReminder',
  database,
  parameters,
  call: (args, object) => {
    const username = checkedUser(args, object);
    const rows = object.ownRows();
    rows.set(nextTextId(rows), dict({ username, content: args.content, time: args.time }));
    return 'success';
  },
  check: allOf(sameName, sameReminder),
});

const queryReminder = defineApi({
  name: 'QueryReminder',
  database,
  parameters,
  call: (args, object) => find(args, object)[1],
  check: sameReminder,
});

const deleteReminder = defineApi({
  name: 'DeleteReminder',
  database,
  parameters,
  call: (args, object) => {
    const [id] = find(args, object);
    object.ownRows().delete(id);
    return 'success';
  },
  check: sameDeletion,
});

const modifyReminder = defineApi({
  name: 'ModifyReminder',
  database,
  parameters,
  call: (args, object) => {
    const [id, row] = find(args, object);
    object.ownRows().set(id, withFields(row, { content: args.content, time: args.time }));
    return 'success';
  },
  check: allOf(sameName, sameReminder),
});

export const reminderApis = [addReminder, queryReminder, deleteReminder, modifyReminder];

function checkedUser({ token, content, time }: ReminderArguments, object: ApiObject): PyValue {
  strptime(time, timeFormat);
  if (isBlank(content)) throw failure('Content should not be null');
  return object.userOf(token);
}

function find(args: ReminderArguments, object: ApiObject): readonly [PyValue, PyValue] {
  const { content, time } = args;
  const found = firstRowOf(object, checkedUser(args, object), { content, time });
  if (found !== undefined) return found;
  throw failure(`You have no reminder about ${pyStr(content)} or at time : ${pyStr(time)}`);
}
