/** A world small enough to be read in one go, for the tests that need no corpus. */
import type { Json } from '../../../../../src/core/json.ts';
import type { LevelSet } from '../../../../../src/datasets/apibank/data/catalog.ts';
import { encodeValue, fromJson } from '../../../../../src/datasets/apibank/python/convert.ts';
import type { PyValue } from '../../../../../src/datasets/apibank/python/value.ts';
import { prepareDatabases } from '../../../../../src/datasets/apibank/world/databases.ts';
import { createWorld, type World } from '../../../../../src/datasets/apibank/world/manager.ts';
import { outcome } from './corpus-support.ts';

export const ann = 'token-of-ann';
export const ben = 'token-of-ben';

const databases = prepareDatabases({
  Account: {
    Ann: { password: 'one', token: ann, email: 'ann@mail.org' },
    Ben: { password: 'two', token: ben, email: 'ben@mail.org' },
  },
  Bank: { Ann: { balance: 12.5 } },
  Agenda: { '1': { content: 'Swim', time: '2024-05-01', location: 'Pool', username: 'Ann' } },
  Alarm: { '1': { time: '2024-05-01 07:00:00', username: 'Ann' } },
  Meeting: {
    '4': {
      meeting_topic: 'Budget',
      start_time: '2024-05-01 09:00:00',
      end_time: '2024-05-01 10:00:00',
      location: 'Attic',
      attendees: ['Ben'],
      username: 'Ann',
    },
  },
  Reminder: { '9': { content: 'Water plants', time: '2024-05-01 08:00:00', username: 'Ann' } },
  Appointments: { '00000007': { patient_name: 'Cy', date: '2024-05-01', doctor_name: 'Dr. No' } },
  Hotel: {
    '1': { hotel_name: 'Inn', check_in_time: '2024-05-10', check_out_time: '2024-05-12' },
  },
  Scenes: { evening: [{ name: 'lamp', description: 'dim' }] },
  TimeSwitch: { lamp: [{ time: '2024-05-01 20:00:00', on: true }] },
  HealthData: { U1: [{ time: '2024-05-01 06:00:00', pulse: 60 }] },
  Symptom: { cough: [{ name: 'Cold', description: 'Common.', aid: 'Rest.' }] },
  Stock: { XYZ: { '2024-05-01': 10.25 } },
  History: { '05-01': [{ Title: ' May ', Date: '1886-05-01', Description: 'Strike. ' }] },
  Wiki: { 'black tea': { url: 'https://wiki.org/tea', summary: 'A drink.', extra: 1 } },
  QuestionAnswering: { 'https://docs.org/a.txt': [{ question: 'Who?', answer: 'Ann.' }] },
  ImageCaptioning: [
    { url: 'https://pics.org/a.png', caption: 'a cat' },
    { url: 'https://pics.org/a.png', caption: 'a dog' },
  ],
  SpeechRecognition: { 'https://talk.org/a.wav': 'hello' },
});

export type Values = Readonly<Record<string, PyValue>>;

export function openWorld(levelSet: LevelSet = 'base'): World {
  return createWorld({ levelSet, databases });
}

/** The whole record as JSON, or the text of the error that was raised. */
export function answer(world: World, api: string, values: Values = {}): Json {
  return outcome(() => encodeValue(world.call(api, Object.entries(values))));
}

/** What the call came to: its output, or the exception or raised error as `! text`. */
export function result(world: World, api: string, values: Values = {}): Json {
  const record = answer(world, api, values);
  if (record === null || typeof record !== 'object' || Array.isArray(record)) {
    return `! ${String(record)}`;
  }
  const { output, exception } = record as Readonly<Record<string, Json>>;
  return exception === null
    ? (output ?? null)
    : `! ${typeof exception === 'string' ? exception : JSON.stringify(exception)}`;
}

/** The verdict on a call's record against a gold record, or the text of the error that was raised. */
export function verdict(world: World, api: string, [values, gold]: readonly [Values, Json]): Json {
  return outcome(() => world.check(api, world.call(api, Object.entries(values)), fromJson(gold)));
}

/** A gold record. */
export function record(api: string, input: Json, output: Json, exception: Json = null): Json {
  return { api_name: api, input, output, exception };
}

/** One row of the database that an API object sees. */
export function rowOf(world: World, api: string, key: string): Json {
  return encodeValue(world.database(api)?.get(key) ?? null);
}
