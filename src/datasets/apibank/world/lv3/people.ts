/** How do the level-3 APIs about people, their meetings and messages behave? */
import { strptime } from '../../python/strptime.ts';
import { PyDict, type PyValue } from '../../python/value.ts';
import { defineApi, failure } from '../api.ts';
import {
  allOf,
  exactNamed,
  sameArguments,
  sameException,
  sameName,
  sameOutput,
  similarWords,
} from '../compare.ts';
import { dict, isBlank, lookup } from '../operations.ts';

const timeFormat = '%Y-%m-%d %H:%M:%S';

const clientTeam = ['John', 'Mary', 'Peter'];
const pair = ['Tom', 'Jerry'];

const organizations = dict({
  Alibaba: clientTeam,
  Tencent: pair,
  Baidu: ['Jack', 'Rose'],
  ByteDance: ['Bob', 'Alice'],
  JD: ['Mike', 'Jane'],
});

const whereabouts = dict({
  John: 'Traveling',
  Mary: 'Working from home',
  Peter: 'Working from office',
  Tom: 'Traveling',
  Jerry: 'Working from home',
  Jack: 'Working from office',
  Rose: 'Working from office',
  Bob: 'Traveling',
  Alice: 'Working from home',
  Mike: 'Working from office',
  Jane: 'Working from office',
});

const clientMeetings = [
  meeting('Meeting with the client', 1, clientTeam),
  meeting('Meeting about the new project', 2, clientTeam),
];
const pairMeetings = [meeting('Meeting', 1, pair)];

const meetings = new PyDict([
  ...clientTeam.map((name) => [name, clientMeetings] as const),
  ...pair.map((name) => [name, pairMeetings] as const),
]);

const queryMeeting = defineApi({
  name: 'QueryMeeting',
  parameters: { user_name: 'str' },
  database: 'PlanMeetings',
  initialRows: meetings,
  call: ({ user_name }, { rows }) => dict({ meetings: lookup(rows(), user_name) }),
  check: exactNamed,
});

const addMeeting = defineApi({
  name: 'AddMeeting',
  parameters: {
    meeting_topic: 'str',
    start_time: 'str',
    end_time: 'str',
    location: 'str',
    attendees: 'list(str)',
  },
  // No API of this level can see what was added.
  call: (args) => {
    strptime(args.start_time, timeFormat);
    strptime(args.end_time, timeFormat);
    if (isBlank(args.meeting_topic)) throw failure('Meeting Topic should not be null');
    return 'success';
  },
  check: allOf(
    similarWords('meeting_topic'),
    sameArguments('start_time', 'end_time', 'location', 'attendees'),
    sameOutput,
    sameException,
  ),
});

const emailReminder = defineApi({
  name: 'EmailReminder',
  parameters: { content: 'str', time: 'str', location: 'str', recipient: 'str' },
  call: ({ content, time }) => {
    strptime(time, timeFormat);
    if (isBlank(content)) throw failure('Content should not be empty');
    return 'success';
  },
  // The wording is free.
  check: allOf(sameName, sameArguments('time', 'location', 'recipient'), sameOutput, sameException),
});

const organizationMembers = defineApi({
  name: 'OrganizationMembers',
  parameters: { organization: 'str' },
  database: 'PlanOrganizations',
  initialRows: organizations,
  call: ({ organization }, { rows }) => dict({ members: lookup(rows(), organization) }),
  check: exactNamed,
});

const travelStatus = defineApi({
  name: 'TravelStatus',
  parameters: { member_name: 'str' },
  database: 'PlanWhereabouts',
  initialRows: whereabouts,
  call: ({ member_name }, { rows }) => lookup(rows(), member_name),
  check: exactNamed,
});

export const peopleApis = [
  queryMeeting,
  addMeeting,
  emailReminder,
  organizationMembers,
  travelStatus,
];

function meeting(name: string, number: number, attendees: readonly string[]): PyValue {
  return dict({
    meeting_id: number,
    meeting_name: name,
    meeting_time: `2021-01-0${number} 10:00:00`,
    meeting_location: `Room ${number}`,
    meeting_attendees: attendees,
  });
}
