/** How do the agenda APIs behave? Stored times are mostly dates without a clock, so a full time rarely matches. */
import { isTruthy } from '../../../python/equality.ts';
import { pyStr } from '../../../python/repr.ts';
import { strptime } from '../../../python/strptime.ts';
import type { PyDict, PyValue } from '../../../python/value.ts';
import { type ApiObject, type Arguments, defineApi, failure } from '../../api.ts';
import {
  allOf,
  sameArguments,
  sameDeletion,
  sameException,
  sameName,
  sameOutput,
  similarWords,
} from '../../compare.ts';
import { dict, exceptionObject, isBlank } from '../../operations.ts';
import { firstRowOf, timeFormat } from './rows.ts';

const database = 'Agenda';
const parameters = { token: 'str', content: 'str', time: 'str', location: 'str' } as const;

type AgendaArguments = Arguments<typeof parameters>;

const sameAgenda = allOf(
  similarWords('content'),
  sameArguments('time', 'location'),
  sameOutput,
  sameException,
);

const addAgenda = defineApi({
  name: 'AddAgenda',
  database,
  parameters,
  call: (args, object) => {
    strptime(args.time, timeFormat);
    if (isBlank(args.content)) throw failure('Content should not be null');
    const username = object.userOf(args.token);
    const rows = object.ownRows();
    // An int beside the text keys of the file.
    rows.set(rows.size + 1, agendaRow(args, username));
    return 'success';
  },
  check: allOf(sameName, sameAgenda),
});

const queryAgenda = defineApi({
  name: 'QueryAgenda',
  database,
  parameters,
  call: (args, object) => {
    const found = find(args, object);
    if (found.row !== undefined) return found.row[1];
    throw failure(missingText(args, 'agenda') ?? 'Error');
  },
  check: sameAgenda,
});

const deleteAgenda = defineApi({
  name: 'DeleteAgenda',
  database,
  parameters,
  call: (args, object) => {
    const found = find(args, object);
    if (found.row !== undefined) {
      object.ownRows().delete(found.row[0]);
      return 'success';
    }
    const missing = missingText(args, 'meeting');
    // Asked for nothing in particular, it deletes nothing and is content.
    if (missing === null) return 'success';
    throw failure(missing);
  },
  check: sameDeletion,
});

const modifyAgenda = defineApi({
  name: 'ModifyAgenda',
  database,
  parameters,
  call: (args, object) => {
    const found = find(args, object);
    if (found.row !== undefined) {
      object.ownRows().set(found.row[0], agendaRow(args, found.username));
      return 'success';
    }
    const missing = missingText(args, 'agenda');
    if (missing === null) return exceptionObject('Error');
    throw failure(missing);
  },
  check: sameAgenda,
});

export const agendaApis = [addAgenda, queryAgenda, deleteAgenda, modifyAgenda];

function find(
  args: AgendaArguments,
  object: ApiObject,
): { username: PyValue; row: readonly [PyValue, PyValue] | undefined } {
  if (isTruthy(args.time)) strptime(args.time, timeFormat);
  const username = object.userOf(args.token);
  const row = firstRowOf(object, username, { content: args.content, time: args.time });
  return { username, row };
}

/** What could not be found; null when neither content nor time was given. */
function missingText({ content, time }: AgendaArguments, noun: string): string | null {
  if (isTruthy(content)) return `You have no ${noun} about ${pyStr(content)}`;
  return isTruthy(time) ? `You have no ${noun} at time : ${pyStr(time)}` : null;
}

function agendaRow({ content, time, location }: AgendaArguments, username: PyValue): PyDict {
  return dict({ username, content, time, location });
}
