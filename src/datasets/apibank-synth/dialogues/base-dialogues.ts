/** Which dialogues do levels 1 and 2 have? The n-th of a seed is the same however many are asked for. */
import type { RandomStream } from '../../../core/random.ts';
import { type Dialogue, isApiTurn, type Turn } from '../../apibank/data/dialogues.ts';
import { BASE_KEYWORDS } from '../catalog/base-keywords.ts';
import { addDays, type Day, dayNumber } from '../grammar/calendar.ts';
import { FIRST_NAMES, LAST_NAMES } from '../grammar/names.ts';
import { WORLD_TODAY } from '../records/base-records.ts';
import type { PersonRecords } from '../records/person-records.ts';
import type { BaseRecords } from '../records/record-types.ts';
import { STORYLINES } from '../storylines/storylines.ts';
import { sourceName, synthStream } from '../version.ts';
import { converse, type TodayFrom } from './converse.ts';
import type { Goal, Scene, Storyline } from './goal.ts';
import { type BaseWorld, RefusedError } from './recorder.ts';

export interface DialogueRequest {
  readonly datasetSeed: number;
  readonly level: 1 | 2;
  /** Calls that the dialogues must have together, at least. */
  readonly tasks: number;
  readonly records: BaseRecords;
  readonly world: BaseWorld;
}

/** The fewest dialogues, from the first on, with that many calls. No two read alike but for numbers and names. */
export function baseDialogues(request: DialogueRequest): Dialogue[] {
  const dialogues: Dialogue[] = [];
  const known = new Set<string>();
  for (let calls = 0; calls < request.tasks; ) {
    const { name, turns } = drawDialogue(request, dialogues.length, known);
    known.add(outline(turns));
    calls += turns.filter(isApiTurn).length;
    const number = String(dialogues.length + 1).padStart(5, '0');
    dialogues.push({ file: `${sourceName(request.datasetSeed)}-${number}-${name}.jsonl`, turns });
  }
  return dialogues;
}

const TODAY_SOURCES: readonly TodayFrom[] = ['nobody', 'user', 'user', 'assistant', 'assistant'];

/** Every how manyth dialogue looks the day up: rarely, because that call takes nothing and is the same every time. */
const LOOKUP_STRIDE = 16;

/** Attempts before the generator itself must be at fault. */
const ATTEMPTS = 100;

function drawDialogue(
  request: DialogueRequest,
  index: number,
  known: ReadonlySet<string>,
): { readonly name: string; readonly turns: readonly Turn[] } {
  const { datasetSeed, level } = request;
  const name = storylineAt(datasetSeed, level, index);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const random = synthStream(datasetSeed, `level-${level}`, index, attempt);
    const turns = attemptDialogue(request, STORYLINES[name] as Storyline, { random, index });
    if (turns !== null && !known.has(outline(turns))) return { name, turns };
  }
  throw new RangeError(`no dialogue ${index} for ${name} after ${ATTEMPTS} attempts`);
}

function storylineAt(datasetSeed: number, level: number, index: number): string {
  const names = Object.keys(STORYLINES).sort();
  const round = Math.floor(index / names.length);
  const order = synthStream(datasetSeed, `level-${level}`, 'order', round).shuffle(names);
  return order[index % names.length] ?? '';
}

/** Null when the records hold nothing fitting, or the world refuses. */
function attemptDialogue(
  { records, world, level }: DialogueRequest,
  storyline: Storyline,
  { random, index }: { readonly random: RandomStream; readonly index: number },
): readonly Turn[] | null {
  const spoken = random.pick(TODAY_SOURCES);
  const todayFrom = index % LOOKUP_STRIDE === LOOKUP_STRIDE - 1 ? 'lookup' : spoken;
  const setting = drawSetting(records, random, todayFrom);
  const scene: Scene = { random, records, ...setting, todayIsSaid: todayFrom !== 'nobody' };
  const goals = storyline(scene);
  if (goals === null) return null;
  const keywords = level === 1 ? null : BASE_KEYWORDS;
  const plan = {
    scene,
    goals,
    keywords,
    todayFrom: saysDays(goals) ? todayFrom : 'nobody',
  } as const;
  try {
    return converse(plan, world);
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}

/** Somebody, on a day before everything that the records hold of them. */
function drawSetting(
  { people }: BaseRecords,
  random: RandomStream,
  todayFrom: TodayFrom,
): { readonly owner: PersonRecords; readonly today: Day } {
  const isWorldDay = ({ now }: PersonRecords): boolean => {
    const distance = dayNumber(WORLD_TODAY) - dayNumber(now);
    return distance >= 0 && distance <= 4;
  };
  if (todayFrom === 'lookup') {
    return { owner: random.pick(people.filter(isWorldDay)), today: WORLD_TODAY };
  }
  const owner = random.pick(people);
  return { owner, today: addDays(owner.now, random.integer(4)) };
}

const DAY_WORDS = /time|date|day/u;

/** Is there anything in the goals that a day of the calendar has to do with? */
function saysDays(goals: readonly Goal[]): boolean {
  return goals.some(({ details }) =>
    details.some(({ noun }) => DAY_WORDS.test(noun) || /check-(?:in|out)/u.test(noun)),
  );
}

const NAMES = new RegExp(`\\b(?:${[...FIRST_NAMES, ...LAST_NAMES].join('|')})\\b`, 'giu');

/** What is said, with every number and name of a person alike. */
export function outline(turns: readonly Turn[]): string {
  const text = turns.map((turn) => (turn.role === 'API' ? turn.apiName : turn.text)).join('\n');
  return text.replaceAll(NAMES, 'N').replaceAll(/\d+/gu, '#');
}
