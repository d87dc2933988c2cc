/** What do people want of their alarm clock and their reminders? */
import { dayDetail, detail, otherTime, sayMoment, timeDetail } from '../dialogues/details.ts';
import type { Detail, Goal, Scene, Storyline } from '../dialogues/goal.ts';
import { addMinutes, isoMoment } from '../grammar/calendar.ts';
import { AGENDA_CONTENTS, PLACES, REMINDER_CONTENTS } from '../records/tables/office.ts';
import { drawMoment, type Moment, placeDetail, titleDetail } from './office-details.ts';

function momentDetails(scene: Scene, { day, time }: Moment): Detail[] {
  return [dayDetail(scene, day), timeDetail(scene, time)];
}

const ADD_ALARM = [
  '(Could|Can) you set an alarm{details}?',
  'I need to get up{details}, set the alarm clock, please.',
  'Please set my alarm clock{details}.',
  'I must not oversleep: I want an alarm{details}.',
  'Set an alarm{details}.',
  'A new alarm{details} would be great.',
];

const addAlarm: Storyline = (scene) => {
  const moment = drawMoment(scene);
  return [
    {
      api: 'AddAlarm',
      requests: ADD_ALARM,
      details: momentDetails(scene, moment),
      done: ['The alarm is set.', 'You will not oversleep.'],
      arguments: () => ({ time: isoMoment(moment.day, moment.time) }),
    },
  ];
};

function queryAlarmGoal(scene: Scene, moment: Moment): Goal {
  return {
    api: 'QueryAlarm',
    requests: [
      'Is there an alarm{details}?',
      '(Could|Can) you check if my alarm is set{details}?',
      'Please look whether an alarm rings{details}.',
      'Did I set an alarm{details}?',
      'I want to know if my alarm clock will ring{details}.',
      'Check my alarm clock{details}, please.',
    ],
    details: momentDetails(scene, moment),
    done: ['Yes, that alarm is set.', 'The alarm is there.'],
    arguments: () => ({ time: isoMoment(moment.day, moment.time) }),
  };
}

const queryAlarm: Storyline = (scene) => [
  queryAlarmGoal(scene, scene.random.pick(scene.owner.alarms)),
];

const queryThenDeleteAlarm: Storyline = (scene) => {
  const moment = scene.random.pick(scene.owner.alarms);
  return [
    queryAlarmGoal(scene, moment),
    {
      api: 'DeleteAlarm',
      requests: [
        'please delete that alarm.',
        'switch that one off for good.',
        'I do not need it any more, remove that alarm.',
        'drop it, I am going to sleep in.',
      ],
      details: [],
      done: ['The alarm is gone.'],
      arguments: () => ({ time: isoMoment(moment.day, moment.time) }),
    },
  ];
};

const deleteAlarm: Storyline = (scene) => {
  const moment = scene.random.pick(scene.owner.alarms);
  return [
    {
      api: 'DeleteAlarm',
      requests: [
        '(Could|Can) you delete the alarm{details}?',
        'I can sleep in, remove the alarm{details}.',
        'Please drop the alarm{details}.',
        'The alarm{details} is not needed any more.',
        'Get rid of my alarm{details}, please.',
        'No alarm{details} after all, please delete it.',
      ],
      details: momentDetails(scene, moment),
      done: ['The alarm is gone.', 'Sleep well, that alarm will not ring.'],
      arguments: () => ({ time: isoMoment(moment.day, moment.time) }),
    },
  ];
};

const modifyAlarm: Storyline = (scene) => {
  const from = scene.random.pick(scene.owner.alarms);
  const to = drawMoment(scene);
  return [
    {
      api: 'ModifyAlarm',
      requests: [
        '(Could|Can) you move an alarm{details}?',
        'One of my alarms has to change{details}.',
        'Please change an alarm{details}.',
        'I want one of my alarms at another time, so move it{details}.',
        'Shift an alarm of mine{details}.',
        'My plans changed, so please move an alarm{details}.',
      ],
      details: [
        detail({
          noun: 'old time',
          said: sayMoment(scene, from),
          clauses: ['from {value}'],
          statements: ['So far it rings at {value}.', 'The old time is {value}.'],
          questions: ['Which alarm (is it|do you mean)?', 'When does it ring so far?'],
        }),
        detail({
          noun: 'new time',
          said: sayMoment(scene, to),
          slip: sayMoment(scene, { ...to, time: otherTime(scene, to.time) }),
          clauses: ['to {value}'],
          statements: ['The new time is {value}.', 'It shall ring at {value} instead.'],
          questions: ['What is the new time?', 'When shall it ring instead?'],
        }),
      ],
      done: ['The alarm has been moved.', 'Changed.'],
      arguments: () => ({
        from_time: isoMoment(from.day, from.time),
        to_time: isoMoment(to.day, to.time),
      }),
    },
  ];
};

function reminderTitle(content: string, slip: string | null = null): Detail {
  return {
    ...titleDetail('reminder', content, slip),
    clauses: ['that says {value}', 'with the words {value}'],
    statements: ['It says {value}.', 'The words are {value}.', 'What it is about: {value}.'],
    questions: ['What does it say?', 'What is it about?', 'How is the reminder worded?'],
  };
}

const addReminder: Storyline = (scene) => {
  const content = scene.random.pick(REMINDER_CONTENTS);
  const moment = drawMoment(scene);
  return [
    {
      api: 'AddReminder',
      requests: [
        'I need a reminder{details}.',
        '(Could|Can) you make a reminder{details}?',
        'Please set up a reminder{details}.',
        'My memory is like a sieve, so make me a reminder{details}.',
        'Add a reminder{details}.',
        'I must not forget something, please remind me{details}.',
      ],
      details: [
        reminderTitle(content, scene.random.pick(REMINDER_CONTENTS)),
        ...momentDetails(scene, moment),
      ],
      done: ['I will remind you.', 'The reminder is set.'],
      arguments: () => ({ content, time: isoMoment(moment.day, moment.time) }),
    },
  ];
};

function knownReminder(
  scene: Scene,
  parts: Pick<Goal, 'api' | 'requests' | 'done'>,
): readonly Goal[] {
  const { content, day, time } = scene.random.pick(scene.owner.reminders);
  return [
    {
      ...parts,
      details: [reminderTitle(content), ...momentDetails(scene, { day, time })],
      arguments: () => ({ content, time: isoMoment(day, time) }),
    },
  ];
}

const queryReminder: Storyline = (scene) =>
  knownReminder(scene, {
    api: 'QueryReminder',
    requests: [
      'Do I have a reminder{details}?',
      '(Could|Can) you look up a reminder{details}?',
      'Please check whether there is a reminder{details}.',
      'I think that I made a reminder{details}. Is it there?',
      'Find my reminder{details}.',
      'Did I save a reminder{details}?',
    ],
    done: ['Yes, the reminder is there.', 'Found it.'],
  });

const deleteReminder: Storyline = (scene) =>
  knownReminder(scene, {
    api: 'DeleteReminder',
    requests: [
      'A reminder{details} is not needed any more.',
      '(Could|Can) you delete a reminder{details}?',
      'Please drop a reminder{details}.',
      'I have done it already, so delete the reminder{details}.',
      'Remove a reminder{details}.',
      'I want to throw out a reminder{details}.',
    ],
    done: ['The reminder is gone.', 'Removed.'],
  });

const modifyReminder: Storyline = (scene) => {
  const { content } = scene.random.pick(scene.owner.reminders);
  const moment = drawMoment(scene);
  return [
    {
      api: 'ModifyReminder',
      requests: [
        '(Could|Can) you give a reminder another time?',
        'A reminder of mine has to move.',
        'Please postpone one of my reminders.',
        'I will not manage it in time, so move a reminder, please.',
        'Change the time of a reminder.',
        'One of my reminders comes at a bad moment. Please change it.',
      ],
      details: [
        reminderTitle(content),
        detail({
          noun: 'new time',
          said: sayMoment(scene, moment),
          slip: sayMoment(scene, { ...moment, time: otherTime(scene, moment.time) }),
          statements: ['The new time is {value}.', 'I want it at {value} from now on.'],
          questions: ['What is the new time?', 'When shall I remind you instead?'],
        }),
      ],
      done: ['The reminder has a new time.', 'Moved.'],
      arguments: () => ({ content, time: isoMoment(moment.day, moment.time) }),
    },
  ];
};

/** The alarm's time follows from the entry before it. */
const agendaThenAlarm: Storyline = (scene) => {
  const { random } = scene;
  const moment = drawMoment(scene);
  const content = random.pick(AGENDA_CONTENTS);
  const location = random.pick(PLACES);
  const [minutes, said] = random.pick([
    [15, 'a quarter of an hour'],
    [30, 'half an hour'],
    [60, 'an hour'],
    [45, '45 minutes'],
    [90, '90 minutes'],
    [20, '20 minutes'],
  ] as const);
  return [
    {
      api: 'AddAgenda',
      requests: [
        'Note something in my agenda{details}.',
        '(Could|Can) you write an entry{details} into my agenda?',
        'I need an agenda entry{details}.',
        'Please put a new entry{details} into the agenda.',
      ],
      details: [
        titleDetail('entry', content),
        placeDetail(location, random.pick(PLACES)),
        ...momentDetails(scene, moment),
      ],
      done: ['It is in your agenda.'],
      arguments: () => ({ content, time: isoMoment(moment.day, moment.time), location }),
    },
    {
      api: 'AddAlarm',
      requests: [
        `set an alarm ${said} before it.`,
        `I want an alarm that rings ${said} before it begins.`,
        `please add an alarm, ${said} earlier than the entry.`,
      ],
      details: [],
      done: ['The alarm is set.'],
      arguments: () => ({ time: isoMoment(moment.day, addMinutes(moment.time, -minutes)) }),
    },
  ];
};

export const ALARM_STORYLINES: { readonly [name: string]: Storyline } = {
  addAlarm,
  queryAlarm,
  deleteAlarm,
  modifyAlarm,
  queryThenDeleteAlarm,
  addReminder,
  queryReminder,
  deleteReminder,
  modifyReminder,
  agendaThenAlarm,
};
