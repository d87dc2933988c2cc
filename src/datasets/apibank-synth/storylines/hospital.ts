/** What do people want of the hospital? */
import { asObject } from '../../apibank/data/dialogues.ts';
import { dayDetail, detail } from '../dialogues/details.ts';
import type { Detail, Goal, Scene, Storyline } from '../dialogues/goal.ts';
import { addDays, isoDate } from '../grammar/calendar.ts';
import type { VisitRecord } from '../records/person-records.ts';

function patientDetail({ random, records }: Scene, name: string): Detail {
  const other = random.pick(records.strangers).full;
  return detail({
    noun: 'patient',
    said: name,
    slip: other,
    clauses: ['for {value}', 'for the patient {value}'],
    statements: ['The patient is {value}.', 'The (name|patient) is {value}.', 'Patient: {value}.'],
    questions: ['Who is the patient?', "What is the patient's full name?", 'For whom is it?'],
    answers: ['{value}.', 'For {value}.', '{value} is the patient.'],
  });
}

function doctorDetail({ random, records }: Scene, doctor: string): Detail {
  return detail({
    noun: 'doctor',
    said: doctor,
    slip: random.pick(records.doctors),
    clauses: ['with {value}', 'to see {value}'],
    statements: ['It (should be|must be) with {value}.', 'The doctor is {value}.'],
    questions: [
      'Which doctor (is it|should it be)?',
      'With whom?',
      'Do you have a doctor in mind?',
    ],
    answers: ['{value}.', 'With {value}.', '{value}, please.'],
  });
}

function visitNumber(id: string): Detail {
  return detail({
    noun: 'appointment number',
    said: id,
    clauses: ['with the number {value}', 'number {value}', 'with the ID {value}'],
    statements: ['The appointment ID is {value}.', 'Its number is {value}.'],
    questions: ['What is the number of the appointment?', 'Which appointment ID is it?'],
  });
}

const register: Storyline = (scene) => {
  const { random, records, today } = scene;
  const name = random.pick(records.strangers).full;
  const day = addDays(today, 1 + random.integer(14));
  const doctor = random.pick(records.doctors);
  return [
    {
      api: 'AppointmentRegistration',
      requests: [
        'I need (an appointment|a visit) at the hospital{details}.',
        '(Could|Can) you book a hospital appointment{details}?',
        'Please arrange an appointment at the hospital{details}.',
        'A check-up at the hospital is due{details}, please make an appointment.',
        'I have to sign somebody up for a doctor{details}.',
        'Make a doctor appointment{details}.',
      ],
      details: [patientDetail(scene, name), dayDetail(scene, day), doctorDetail(scene, doctor)],
      done: [
        'The appointment is booked, its number is {output}.',
        'Booked. The number is {output}.',
      ],
      arguments: () => ({ patient_name: name, date: isoDate(day), doctor_name: doctor }),
      introduced: 'never',
    },
  ];
};

function queryGoal(scene: Scene, visit: VisitRecord): Goal {
  const name = scene.owner.person.full;
  return {
    api: 'QueryRegistration',
    requests: [
      'Is there a hospital appointment{details}?',
      '(Could|Can) you look up a hospital appointment{details}?',
      'Please find the hospital appointment{details}.',
      'I lost the note with the details of a visit to the hospital{details}. What does it say?',
      'Check an appointment at the hospital{details}, please.',
      'I want to know about an appointment at the hospital{details}.',
    ],
    details: [patientDetail(scene, name), dayDetail(scene, visit.day)],
    done: ['I found the appointment.', 'There is one appointment on that day.'],
    arguments: () => ({ patient_name: name, date: isoDate(visit.day) }),
    introduced: 'never',
  };
}

const query: Storyline = (scene) => [queryGoal(scene, scene.random.pick(scene.owner.visits))];

const CANCEL_DONE = ['The appointment is cancelled.', 'It has been called off.'];

const cancel: Storyline = (scene) => {
  const { id } = scene.random.pick(scene.owner.visits);
  return [
    {
      api: 'CancelRegistration',
      requests: [
        'I have to call off an appointment at the hospital{details}.',
        '(Could|Can) you cancel the hospital appointment{details}?',
        'Please cancel an appointment{details}.',
        'We cannot come to the hospital, so cancel the appointment{details}.',
        'The visit to the hospital is not needed any more; cancel the appointment{details}.',
        'Call off a doctor appointment{details}, please.',
      ],
      details: [visitNumber(id)],
      done: CANCEL_DONE,
      arguments: () => ({ appointment_id: id }),
      introduced: 'always',
    },
  ];
};

/** The number is the key under which the appointment was found. */
function foundNumber(earlier: Parameters<Goal['arguments']>[0]): string {
  const found = earlier.findLast((turn) => turn.apiName === 'QueryRegistration')?.result.output;
  return Object.keys(asObject(found) ?? {})[0] ?? '';
}

const queryThenCancel: Storyline = (scene) => [
  queryGoal(scene, scene.random.pick(scene.owner.visits)),
  {
    api: 'CancelRegistration',
    requests: [
      'please cancel that appointment.',
      'that one has to be cancelled.',
      'call it off, we cannot make it.',
      'I do not need that appointment any more. Cancel it, please.',
    ],
    details: [],
    done: CANCEL_DONE,
    arguments: (earlier) => ({ appointment_id: foundNumber(earlier) }),
  },
];

interface Change {
  readonly details: readonly Detail[];
  readonly arguments: { readonly [name: string]: string };
}

/** Another day, another doctor, or both. */
function drawChange(scene: Scene, visit: VisitRecord): Change {
  const { random, records, today } = scene;
  const day = addDays(today, 1 + random.integer(14));
  const doctor = random.pick(records.doctors);
  const newDay = {
    ...dayDetail(scene, day),
    noun: 'new day',
    isPhrase: false,
    clauses: ['to take place {value}'],
    statements: ['The new day: {value}.', 'It should take place {value} instead.'],
    questions: ['What is the new day?', 'When should it take place instead?'],
  };
  const newDoctor = {
    ...doctorDetail(scene, doctor),
    noun: 'new doctor',
    clauses: [],
    statements: ['The new doctor is {value}.', 'I want {value} instead.'],
    questions: ['Who is the new doctor?', 'Which doctor instead?'],
  };
  const change = random.pick(['day', 'doctor', 'both'] as const);
  const isSame = isoDate(day) === isoDate(visit.day) || doctor === visit.doctor;
  const moves = change !== 'doctor' || isSame;
  const switches = change !== 'day' && !isSame;
  return {
    details: [...(moves ? [newDay] : []), ...(switches ? [newDoctor] : [])],
    arguments: {
      ...(moves ? { new_appointment_date: isoDate(day) } : {}),
      ...(switches ? { new_appointment_doctor: doctor } : {}),
    },
  };
}

function changeWord({ arguments: args }: Change): string {
  if (args['new_appointment_doctor'] === undefined) return 'to another day';
  return args['new_appointment_date'] === undefined
    ? 'to another doctor'
    : 'to another day and another doctor';
}

const modify: Storyline = (scene) => {
  const visit = scene.random.pick(scene.owner.visits);
  const change = drawChange(scene, visit);
  const to = changeWord(change);
  return [
    {
      api: 'ModifyRegistration',
      requests: [
        `I want to move an appointment at the hospital ${to}.`,
        `(Could|Can) you change a hospital appointment ${to}?`,
        `Please move an appointment at the hospital ${to}.`,
        `Something came up. Change our hospital appointment ${to}, please.`,
        `An appointment at the hospital has to be moved ${to}.`,
        `Our doctor appointment should be moved ${to}.`,
      ],
      details: [visitNumber(visit.id), ...change.details.map((one) => ({ ...one, clauses: [] }))],
      done: ['The appointment has been changed.', 'Changed.'],
      arguments: () => ({ appointment_id: visit.id, ...change.arguments }),
    },
  ];
};

const queryThenModify: Storyline = (scene) => {
  const visit = scene.random.pick(scene.owner.visits);
  const change = drawChange(scene, visit);
  return [
    queryGoal(scene, visit),
    {
      api: 'ModifyRegistration',
      requests: [
        `that does not suit us. Move it ${changeWord(change)}, please.`,
        `please change that appointment ${changeWord(change)}.`,
        `move that one ${changeWord(change)}.`,
      ],
      details: change.details.map((one) => ({ ...one, clauses: [] })),
      done: ['The appointment has been changed.'],
      arguments: (earlier) => ({ appointment_id: foundNumber(earlier), ...change.arguments }),
    },
  ];
};

export const HOSPITAL_STORYLINES: { readonly [name: string]: Storyline } = {
  registerVisit: register,
  queryVisit: query,
  cancelVisit: cancel,
  queryThenCancelVisit: queryThenCancel,
  modifyVisit: modify,
  queryThenModifyVisit: queryThenModify,
};
