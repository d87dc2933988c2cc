/** How do the meeting APIs behave? */
import { isTruthy } from '../../../python/equality.ts';
import { pyStr } from '../../../python/repr.ts';
import { strptime } from '../../../python/strptime.ts';
import type { PyValue } from '../../../python/value.ts';
import { type ApiObject, type Arguments, defineApi, failure } from '../../api.ts';
import {
  allOf,
  sameArguments,
  sameDeletion,
  sameException,
  sameOutput,
  similarWords,
} from '../../compare.ts';
import { dict, exceptionObject, isBlank, withFields } from '../../operations.ts';
import { firstRowOf, nextTextId, timeFormat } from './rows.ts';

const database = 'Meeting';
const parameters = {
  token: 'str',
  meeting_topic: 'str',
  start_time: 'str',
  end_time: 'str',
  location: 'str',
  attendees: 'list(str)',
} as const;

type MeetingArguments = Arguments<typeof parameters>;

const sameMeeting = allOf(
  similarWords('meeting_topic'),
  sameArguments('token', 'start_time', 'end_time', 'location', 'attendees'),
  sameOutput,
  sameException,
);

const addMeeting = defineApi({
  name: 'AddMeeting',
  database,
  parameters,
  call: ({ token, ...meeting }, object) => {
    strptime(meeting.start_time, timeFormat);
    strptime(meeting.end_time, timeFormat);
    if (isBlank(meeting.meeting_topic)) throw failure('Meeting Topic should not be null');
    const username = object.userOf(token);
    const rows = object.ownRows();
    rows.set(nextTextId(rows), dict({ username, ...meeting }));
    return 'success';
  },
  check: sameMeeting,
});

const queryMeeting = defineApi({
  name: 'QueryMeeting',
  database,
  parameters,
  call: (args, object) => {
    const found = find(args, object);
    if (found !== undefined) return found[1];
    const missing = missingText(args);
    if (missing === null) return exceptionObject('Error');
    throw failure(missing);
  },
  check: sameMeeting,
});

const deleteMeeting = defineApi({
  name: 'DeleteMeeting',
  database,
  parameters,
  call: (args, object) => {
    const found = find(args, object);
    if (found !== undefined) object.ownRows().delete(found[0]);
    else refuseMissing(args);
    return 'success';
  },
  // Asks for a `time` that meetings do not have: two successful deletions can only raise.
  check: sameDeletion,
});

const modifyMeeting = defineApi({
  name: 'ModifyMeeting',
  database,
  parameters,
  call: (args, object) => {
    const found = find(args, object);
    if (found !== undefined) object.ownRows().set(found[0], withFields(found[1], changes(args)));
    else refuseMissing(args);
    return 'success';
  },
  check: sameMeeting,
});

export const meetingApis = [addMeeting, queryMeeting, deleteMeeting, modifyMeeting];

function find(args: MeetingArguments, object: ApiObject): readonly [PyValue, PyValue] | undefined {
  const { token, meeting_topic, start_time, end_time } = args;
  if (isTruthy(start_time)) strptime(start_time, timeFormat);
  if (isTruthy(end_time)) strptime(end_time, timeFormat);
  if (isBlank(meeting_topic) && !isTruthy(start_time)) {
    throw failure('Meeting Topic and start_time should not be null both');
  }
  return firstRowOf(object, object.userOf(token), { meeting_topic, start_time });
}

/** Location and attendees stay as they were. */
function changes({ meeting_topic, start_time, end_time }: MeetingArguments): {
  [name: string]: PyValue;
} {
  return {
    ...(isTruthy(meeting_topic) ? { meeting_topic } : {}),
    ...(isTruthy(start_time) ? { start_time, end_time } : {}),
  };
}

function missingText({ meeting_topic, start_time }: MeetingArguments): string | null {
  if (isTruthy(meeting_topic)) return `You have no meeting about ${pyStr(meeting_topic)}`;
  return isTruthy(start_time) ? `You have no meeting at time : ${pyStr(start_time)}` : null;
}

function refuseMissing(args: MeetingArguments): void {
  const missing = missingText(args);
  if (missing !== null) throw failure(missing);
}
