/** What do people want of their agenda and of their meetings? */
import { dayDetail, timeDetail } from '../dialogues/details.ts';
import type { Detail, Goal, Scene, Storyline } from '../dialogues/goal.ts';
import { addMinutes, isoMoment } from '../grammar/calendar.ts';
import { drawTime, type MeetingRecord } from '../records/person-records.ts';
import { AGENDA_CONTENTS, MEETING_TOPICS, PLACES } from '../records/tables/office.ts';
import {
  attendeesDetail,
  drawMoment,
  type Moment,
  meetingArguments,
  placeDetail,
  spanDetail,
  titleDetail,
} from './office-details.ts';

interface Entry extends Moment {
  readonly content: string;
  readonly location: string;
}

function entryDetails(scene: Scene, { content, location, day, time }: Entry): Detail[] {
  return [
    titleDetail('entry', content),
    placeDetail(location, scene.random.pick(PLACES)),
    dayDetail(scene, day),
    timeDetail(scene, time),
  ];
}

function entryArguments({ content, location, day, time }: Entry): ReturnType<Goal['arguments']> {
  return { content, time: isoMoment(day, time), location };
}

function drawEntry(scene: Scene): Entry {
  const { random } = scene;
  return {
    content: random.pick(AGENDA_CONTENTS),
    location: random.pick(PLACES),
    ...drawMoment(scene),
  };
}

const addAgenda: Storyline = (scene) => {
  const entry = drawEntry(scene);
  return [
    {
      api: 'AddAgenda',
      requests: [
        '(Could|Can) you put something into my agenda{details}?',
        'I need a new agenda entry{details}.',
        'Please add an entry to my agenda{details}.',
        'Something has come up; note it in my agenda{details}, please.',
        'My agenda needs one more (item|entry){details}.',
        "(Let's|Let us) block time in my agenda{details}.",
      ],
      details: entryDetails(scene, entry),
      done: ['It is in your agenda now.', 'The entry has been added.'],
      arguments: () => entryArguments(entry),
    },
  ];
};

const queryAgenda: Storyline = (scene) => {
  const entry = scene.random.pick(scene.owner.agenda);
  return [
    {
      api: 'QueryAgenda',
      requests: [
        'Is there an entry{details} in my agenda?',
        '(Could|Can) you check whether my agenda has something{details}?',
        'Please look up an agenda entry{details}.',
        'I am not sure if I wrote something down{details}. Does my agenda show it?',
        'Find the entry{details} in my agenda, please.',
        'Did I already note something{details} in the agenda?',
      ],
      details: entryDetails(scene, entry),
      done: ['Yes, it is there.', 'I found the entry.'],
      arguments: () => entryArguments(entry),
    },
  ];
};

const deleteAgenda: Storyline = (scene) => {
  const entry = scene.random.pick(scene.owner.agenda);
  return [
    {
      api: 'DeleteAgenda',
      requests: [
        'An entry{details} can go from my agenda.',
        '(Could|Can) you take an entry{details} out of my agenda?',
        'Please delete an agenda entry{details}.',
        'Something was called off; remove it from my agenda{details}, please.',
        'I am not going after all: delete the agenda entry{details}.',
        'Strike something{details} from my agenda, please.',
      ],
      details: entryDetails(scene, entry),
      done: ['The entry is gone.', 'Deleted from your agenda.'],
      arguments: () => entryArguments(entry),
    },
  ];
};

const modifyAgenda: Storyline = (scene) => {
  const { content } = scene.random.pick(scene.owner.agenda);
  const { location, day, time } = drawEntry(scene);
  const entry = { content, location, day, time };
  const { random } = scene;
  return [
    {
      api: 'ModifyAgenda',
      requests: [
        '(Could|Can) you move an entry of my agenda?',
        'An entry of my agenda has to be moved.',
        'Please change an agenda entry for me.',
        'Plans have changed; update an entry in my agenda, please.',
        'I need to reschedule something in my agenda.',
        'One of my agenda entries gets a new time and place.',
      ],
      details: [
        titleDetail('entry', content),
        ...[
          { ...placeDetail(location, random.pick(PLACES)), noun: 'new place' },
          { ...dayDetail(scene, day), noun: 'new day' },
          { ...timeDetail(scene, time), noun: 'new time' },
        ].map(asNew),
      ],
      done: ['The entry has been moved.', 'Your agenda is up to date.'],
      arguments: () => entryArguments(entry),
    },
  ];
};

/** The same, said as what shall be from now on. */
function asNew(one: Detail): Detail {
  return {
    ...one,
    isPhrase: false,
    clauses: [],
    statements: [
      'It shall be {value} from now on.',
      'The {noun}: {value}.',
      'From now on it will be {value}.',
    ],
    questions: ['What is the {noun}?', 'And the {noun}?'],
  };
}

function drawMeeting(scene: Scene): MeetingRecord {
  const { random, records } = scene;
  const { day } = drawMoment(scene);
  const start = drawTime(random, 8, 18);
  return {
    topic: random.pick(MEETING_TOPICS),
    day,
    start,
    end: addMinutes(start, random.pick([30, 45, 60, 75, 90, 120])),
    location: random.pick(PLACES),
    attendees: random.sample(records.strangers, 2 + random.integer(3)).map(({ full }) => full),
  };
}

function meetingDetails(scene: Scene, meeting: MeetingRecord): Detail[] {
  return [
    titleDetail('meeting', meeting.topic),
    dayDetail(scene, meeting.day),
    spanDetail(scene, meeting),
    placeDetail(meeting.location, scene.random.pick(PLACES)),
    attendeesDetail(meeting.attendees),
  ];
}

const addMeeting: Storyline = (scene) => {
  const meeting = drawMeeting(scene);
  return [
    {
      api: 'AddMeeting',
      requests: [
        'I want to book a meeting{details}.',
        '(Could|Can) you arrange a meeting{details}?',
        'Please set up a meeting{details}.',
        'We should sit down together; book a meeting{details}.',
        'A new meeting{details} is needed.',
        '(Help me|Let us) schedule a meeting{details}.',
      ],
      details: meetingDetails(scene, meeting),
      done: ['The meeting is booked.', 'Everybody can come, it is booked.'],
      arguments: () => meetingArguments(meeting),
    },
  ];
};

function queryMeetingGoal(scene: Scene, meeting: MeetingRecord): Goal {
  return {
    api: 'QueryMeeting',
    requests: [
      'Is a meeting{details} booked?',
      '(Could|Can) you check a meeting{details} for me?',
      'Please look up a meeting{details}.',
      'I need to be sure that a meeting{details} is in the system.',
      'Find a booked meeting{details}, please.',
      'Did we really book a meeting{details}?',
    ],
    details: meetingDetails(scene, meeting),
    done: ['The meeting is in the system.', 'Yes, it is booked.'],
    arguments: () => meetingArguments(meeting),
  };
}

const queryMeeting: Storyline = (scene) => [
  queryMeetingGoal(scene, scene.random.pick(scene.owner.meetings)),
];

function movedMeeting(scene: Scene, meeting: MeetingRecord): MeetingRecord {
  const { day, start, end } = drawMeeting(scene);
  return { ...meeting, day, start, end };
}

const MOVE_REQUESTS = [
  'A meeting has to move{details}.',
  '(Could|Can) you move a meeting{details}?',
  'Please reschedule a meeting{details}.',
  'One of our meetings does not fit any more; change it{details}.',
  'I have to shift a booked meeting{details}.',
  'Change the time of a meeting{details}, please.',
];

const modifyMeeting: Storyline = (scene) => {
  const meeting = scene.random.pick(scene.owner.meetings);
  const moved = movedMeeting(scene, meeting);
  return [
    {
      api: 'ModifyMeeting',
      requests: MOVE_REQUESTS.map((text) => text.replace('{details}', '')),
      details: [
        titleDetail('meeting', meeting.topic),
        asNew({ ...dayDetail(scene, moved.day), noun: 'new day' }),
        asNew({ ...spanDetail(scene, moved), noun: 'new time' }),
        {
          ...placeDetail(meeting.location),
          statements: ['It stays at {value}.', 'The place, {value}, is still the same.'],
          questions: ['Where is it (held|going to be)?'],
        },
        {
          ...attendeesDetail(meeting.attendees),
          statements: ['The same people come: {value}.', '{value} still take part.'],
        },
      ],
      done: ['The meeting has been moved.', 'Moved; the others will see it.'],
      arguments: () => meetingArguments(moved),
    },
  ];
};

/** Looked up first: place and people of the moved meeting are those of the result. */
const queryThenMoveMeeting: Storyline = (scene) => {
  const meeting = scene.random.pick(scene.owner.meetings);
  const moved = movedMeeting(scene, meeting);
  return [
    queryMeetingGoal(scene, meeting),
    {
      api: 'ModifyMeeting',
      requests: [
        'please move that meeting{details}, everything else stays.',
        'change that very meeting{details} and keep title, place and people.',
        'it does not suit us: move it{details}, nothing else changes.',
      ],
      details: [
        { ...dayDetail(scene, moved.day), clauses: ['to take place {value}'] },
        { ...spanDetail(scene, moved), clauses: [] },
      ],
      done: ['The meeting has been moved.'],
      arguments: () => meetingArguments(moved),
    },
  ];
};

export const AGENDA_STORYLINES: { readonly [name: string]: Storyline } = {
  addAgenda,
  queryAgenda,
  deleteAgenda,
  modifyAgenda,
  addMeeting,
  queryMeeting,
  modifyMeeting,
  queryThenMoveMeeting,
};
