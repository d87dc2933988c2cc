/** What do descriptions of the agenda, alarm, reminder and meeting APIs say? */
import type { ApiTexts } from './entry.ts';
import { MOMENT_FORM, TOKEN } from './forms.ts';

const STATUS = ['str', 'Outcome of the operation.'] as const;
const AGENDA = 'Agenda';
const ALARM = 'Alarm';
const REMINDER = 'Reminder';
const MEETING = 'Meeting';

function agendaInputs(moment: string): ApiTexts['inputs'] {
  return {
    token: TOKEN,
    content: 'What the entry is about, word for word as the person calls it.',
    time: `${moment}, ${MOMENT_FORM}.`,
    location: 'Name of the place, as the person calls it, without "at" or "in".',
  };
}

function reminderInputs(moment: string): ApiTexts['inputs'] {
  return {
    token: TOKEN,
    content: 'What to be reminded of, word for word as the person puts it.',
    time: `${moment}, ${MOMENT_FORM}.`,
  };
}

function meetingInputs(start: string): ApiTexts['inputs'] {
  return {
    token: TOKEN,
    meeting_topic: 'Title of the meeting, word for word.',
    start_time: `${start}, ${MOMENT_FORM}.`,
    end_time: `When it ends, ${MOMENT_FORM}.`,
    location: 'Name of the place, as the person calls it, without "at" or "in".',
    attendees: 'List of the names of all who take part, in the order in which they are named.',
  };
}

export const OFFICE_TEXTS: { readonly [name: string]: ApiTexts } = {
  AddAgenda: {
    description: "Puts a new entry into the signed-in person's agenda.",
    inputs: agendaInputs('When the entry takes place'),
    outputs: { status: STATUS },
    database: AGENDA,
  },
  QueryAgenda: {
    description: 'Looks an entry up in the agenda of the signed-in person.',
    inputs: agendaInputs('When the entry takes place'),
    outputs: { info: ['json', 'The entry that was found.'] },
    database: AGENDA,
  },
  DeleteAgenda: {
    description: 'Takes an entry out of the agenda of the signed-in person.',
    inputs: agendaInputs('When the entry takes place'),
    outputs: { status: STATUS },
    database: AGENDA,
  },
  ModifyAgenda: {
    description:
      'Moves an entry of the agenda to another time or place. It is found by its content, which stays.',
    inputs: agendaInputs('New time of the entry'),
    outputs: { status: STATUS },
    database: AGENDA,
  },
  AddAlarm: {
    description: 'Sets the alarm clock of the signed-in person.',
    inputs: { token: TOKEN, time: `When the alarm rings, ${MOMENT_FORM}.` },
    outputs: { status: STATUS },
    database: ALARM,
  },
  QueryAlarm: {
    description: 'Tells whether the alarm clock is set for a moment.',
    inputs: { token: TOKEN, time: `The moment in question, ${MOMENT_FORM}.` },
    outputs: { info: ['json', 'The alarm that was found.'] },
    database: ALARM,
  },
  DeleteAlarm: {
    description: 'Switches an alarm off for good.',
    inputs: { token: TOKEN, time: `When the alarm would ring, ${MOMENT_FORM}.` },
    outputs: { status: STATUS },
    database: ALARM,
  },
  ModifyAlarm: {
    description: 'Moves an alarm to another time.',
    inputs: {
      token: TOKEN,
      from_time: `When the alarm rings so far, ${MOMENT_FORM}.`,
      to_time: `When it shall ring instead, ${MOMENT_FORM}.`,
    },
    outputs: { status: STATUS },
    database: ALARM,
  },
  AddReminder: {
    description: 'Makes a note that reminds the signed-in person of something at a given time.',
    inputs: reminderInputs('When to remind'),
    outputs: { status: STATUS },
    database: REMINDER,
  },
  QueryReminder: {
    description: 'Looks a reminder up by what it says and when it is due.',
    inputs: reminderInputs('When the reminder is due'),
    outputs: { reminder_info: ['json', 'The reminder that was found.'] },
    database: REMINDER,
  },
  DeleteReminder: {
    description: 'Drops a reminder that is no longer needed.',
    inputs: reminderInputs('When the reminder is due'),
    outputs: { status: STATUS },
    database: REMINDER,
  },
  ModifyReminder: {
    description: 'Gives a reminder a new time. It is found by what it says, which stays.',
    inputs: reminderInputs('New time of the reminder'),
    outputs: { status: STATUS },
    database: REMINDER,
  },
  AddMeeting: {
    description: 'Books a meeting with its place and the people who come.',
    inputs: meetingInputs('When it begins'),
    outputs: { status: STATUS },
    database: MEETING,
  },
  QueryMeeting: {
    description: 'Looks up a meeting that was booked.',
    inputs: meetingInputs('When it begins'),
    outputs: { meeting_info: ['json', 'The meeting that was found.'] },
    database: MEETING,
  },
  ModifyMeeting: {
    description:
      'Moves a booked meeting to another time. It is found by its title; title, place and people stay and are given as they are.',
    inputs: meetingInputs('New beginning'),
    outputs: { status: STATUS },
    database: MEETING,
  },
};
