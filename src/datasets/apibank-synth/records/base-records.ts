/** Who and what is there in the world of levels 1 and 2 for one dataset seed? It does not depend on the pool's size. */
import type { RandomStream } from '../../../core/random.ts';
import { addDays, type Day } from '../grammar/calendar.ts';
import { LAST_NAMES } from '../grammar/names.ts';
import { drawPeople } from '../grammar/people.ts';
import { synthStream } from '../version.ts';
import { baseDatabases } from './base-databases.ts';
import { personRecords } from './person-records.ts';
import type { BaseRecords, Device, MediaFile } from './record-types.ts';
import { DEVICES, ROOMS, SCENE_NAMES } from './tables/home.ts';
import { DOCUMENTS, MEDIA_HOSTS, PICTURES, RECORDINGS } from './tables/media.ts';

/** The day on which GetToday stands still. */
export const WORLD_TODAY: Day = { year: 2023, month: 3, day: 31 };

const PEOPLE = 48;
/** Some people's time is the one that GetToday tells. */
const PEOPLE_OF_TODAY = 12;
const STRANGERS = 30;
const SCENES = 12;

export function baseRecords(datasetSeed: number): BaseRecords {
  const stream = (...path: (string | number)[]): RandomStream =>
    synthStream(datasetSeed, 'base', ...path);
  const everyone = drawPeople(stream('people'), PEOPLE + STRANGERS);
  const strangers = everyone.slice(PEOPLE);
  const doctors = stream('doctors')
    .sample(LAST_NAMES, 18)
    .map((name) => `Dr. ${name}`);
  const people = everyone.slice(0, PEOPLE).map((person, index) => {
    const random = stream('person', index);
    const now =
      index < PEOPLE_OF_TODAY
        ? addDays(WORLD_TODAY, -random.integer(4))
        : addDays({ year: 2023, month: 4, day: 20 }, random.integer(1_000));
    return personRecords(random, { person, now, company: strangers, doctors });
  });
  const records = {
    people,
    strangers,
    doctors,
    scenes: drawScenes(stream('scenes')),
    pictures: drawFiles(stream('pictures'), PICTURES, 'jpg'),
    recordings: drawFiles(stream('recordings'), RECORDINGS, 'wav'),
    documents: drawDocuments(stream('documents')),
  };
  return { ...records, databases: baseDatabases(records, stream('databases')) };
}

function drawScenes(random: RandomStream): BaseRecords['scenes'] {
  return random.sample(SCENE_NAMES, SCENES).map((name) => ({
    name,
    devices: drawDevices(random, 2 + random.integer(2)),
  }));
}

/** Devices of different names in rooms by chance. */
export function drawDevices(random: RandomStream, count: number): Device[] {
  return random.sample(DEVICES, count).map((name) => ({ name, description: random.pick(ROOMS) }));
}

function drawUrl(random: RandomStream, stem: string, extension: string): string {
  const number = 100 + random.integer(900);
  return `https://${random.pick(MEDIA_HOSTS)}/${stem}-${number}.${extension}`;
}

function drawFiles(
  random: RandomStream,
  table: readonly (readonly [string, string])[],
  extension: string,
): MediaFile[] {
  return table.map(([stem, text]) => ({ url: drawUrl(random, stem, extension), text }));
}

function drawDocuments(random: RandomStream): BaseRecords['documents'] {
  return DOCUMENTS.map(([stem, answers]) => ({ url: drawUrl(random, stem, 'txt'), answers }));
}
