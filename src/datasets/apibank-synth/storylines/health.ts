/** What do people want of their health diary, and of medical knowledge? */
import { detail, sayMoment } from '../dialogues/details.ts';
import type { Detail, Goal, Scene, Storyline } from '../dialogues/goal.ts';
import { addDays, isoMoment } from '../grammar/calendar.ts';
import { listed } from '../grammar/phrases.ts';
import { drawTime } from '../records/person-records.ts';
import { MEASUREMENTS, SYMPTOMS } from '../records/tables/health.ts';

function healthNumber(id: string): Detail {
  return detail({
    noun: 'health number',
    said: id,
    clauses: ['for the user ID {value}', 'for the health number {value}'],
    statements: ['The user ID is {value}.', 'My health number is {value}.'],
    questions: ['What is your health number?', 'Which user ID is it?'],
  });
}

const record: Storyline = (scene) => {
  const { random, owner, today } = scene;
  const moment = { day: addDays(today, -1 - random.integer(4)), time: drawTime(random, 6, 22) };
  const values = random
    .sample(MEASUREMENTS, 1 + random.integer(2))
    .map(({ name, said, from, to }) => ({ name, said, value: from + random.integer(to - from) }));
  return [
    {
      api: 'RecordHealthData',
      requests: [
        'I measured something for my health diary{details}.',
        '(Could|Can) you record health data{details}?',
        'Please write a measurement into the health diary{details}.',
        'New values for the health diary{details}, please.',
        'My doctor wants me to log health data{details}.',
        'Add a health record{details}.',
      ],
      details: [
        healthNumber(owner.healthId),
        detail({
          noun: 'time of the measurement',
          said: sayMoment(scene, moment),
          statements: ['It was measured at {value}.', 'I took it at {value}.'],
          questions: ['When was it measured?', 'When did you take it?'],
        }),
        detail({
          noun: 'values',
          said: listed(values.map(({ said, value }) => `${said} ${value}`)),
          clauses: ['with {value}'],
          statements: ['I have {value}.', 'The values: {value}.'],
          questions: ['What did you measure?', 'Which values?'],
        }),
      ],
      done: ['The values are in the diary.', 'Recorded.'],
      arguments: () => ({
        user_id: owner.healthId,
        time: isoMoment(moment.day, moment.time),
        health_data: values.map(({ name, value }) => ({ name, value: String(value) })),
      }),
    },
  ];
};

const readDiary: Storyline = (scene) => {
  const { random, owner } = scene;
  const { day, time } = random.pick(owner.health);
  const from = { day, time: { hour: Math.max(0, time.hour - 1 - random.integer(3)), minute: 0 } };
  const to = { day: addDays(day, random.integer(3)), time: { hour: 23, minute: 0 } };
  return [
    {
      api: 'QueryHealthData',
      requests: [
        'I want to see my health data{details}.',
        '(Could|Can) you read the health diary{details}?',
        'Please show me the health data{details}.',
        'What did I measure? Look into the health diary{details}, please.',
        'My doctor asks for the health data{details}.',
        'Get my health data{details}.',
      ],
      details: [
        healthNumber(owner.healthId),
        detail({
          noun: 'time span',
          said: `from ${sayMoment(scene, from)} to ${sayMoment(scene, to)}`,
          clauses: ['{value}'],
          statements: ['I need everything {value}.', 'I mean what was measured {value}.'],
          questions: ['From when to when?', 'Which time span (is it|do you need)?'],
          answers: ['It is {value}.', 'I need {value}.'],
        }),
      ],
      done: ['Here are the measurements.', 'I found what was measured.'],
      arguments: () => ({
        user_id: owner.healthId,
        start_time: isoMoment(from.day, from.time),
        end_time: isoMoment(to.day, to.time),
      }),
    },
  ];
};

const SYMPTOM = {
  noun: 'symptom',
  clauses: [],
  statements: ['The symptom is {value}.', 'It is about {value}.', "I'm having {value}."],
  questions: ['Which symptom is it?', 'What is the symptom?'],
};

const CAUSES = [
  'What (could|may) be behind a symptom?',
  '(Could|Can) you look up a symptom?',
  'Please find out which illness a symptom may mean.',
  'Something feels wrong. Search for my symptom, please.',
  'I would like to know where a symptom comes from.',
  'Before I call a doctor: search for a symptom, please.',
];

function symptomGoal({ random }: Scene, symptom: string): Goal {
  return {
    api: 'SymptomSearch',
    requests: CAUSES,
    details: [detail({ ...SYMPTOM, said: symptom, slip: random.pick(Object.keys(SYMPTOMS)) })],
    done: ['These illnesses are possible.', 'I found some possible causes.'],
    arguments: () => ({ symptom }),
    introduced: 'always',
  };
}

const symptomSearch: Storyline = (scene) => [
  symptomGoal(scene, scene.random.pick(Object.keys(SYMPTOMS))),
];

const firstAid: Storyline = ({ random }) => {
  const symptom = random.pick(Object.keys(SYMPTOMS));
  return [
    {
      api: 'EmergencyKnowledge',
      requests: [
        'What is the first aid for a symptom?',
        '(Could|Can) you tell me what helps at once?',
        'Please look up first aid for me.',
        'My son needs help at once. What is the first aid?',
        'I need emergency advice for a symptom.',
        'Quick, what is the first aid here?',
      ],
      details: [detail({ ...SYMPTOM, said: symptom, slip: random.pick(Object.keys(SYMPTOMS)) })],
      done: ['This is what helps.', 'Here is the first aid.'],
      arguments: () => ({ symptom }),
      introduced: 'always',
    },
  ];
};

/** The second request does not name the symptom again. */
const searchThenAid: Storyline = (scene) => {
  const symptom = scene.random.pick(Object.keys(SYMPTOMS));
  return [
    symptomGoal(scene, symptom),
    {
      api: 'EmergencyKnowledge',
      requests: [
        'what is the first aid against it?',
        'tell me the first aid for the same symptom.',
        'and what helps at once? I need the first aid too.',
      ],
      details: [],
      done: ['This is what helps.'],
      arguments: () => ({ symptom }),
    },
  ];
};

export const HEALTH_STORYLINES: { readonly [name: string]: Storyline } = {
  recordHealth: record,
  readDiary,
  symptomSearch,
  firstAid,
  searchThenAid,
};
