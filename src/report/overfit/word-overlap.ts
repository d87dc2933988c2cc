/** Which words of a prompt were copied from tasks? */

export interface TaskText {
  readonly id: string;
  readonly text: string;
}

export type Prompts = { readonly [role: string]: string };

/** Runs of `size` words, each counted once however often it stands in the prompts. */
export interface RunOverlap {
  readonly size: number;
  /** In the winner's prompts and not in the seed's. */
  readonly added: number;
  /** Those of them that occur in a task. */
  readonly copied: number;
}

export interface CopiedRun {
  readonly words: number;
  /** As it stands in the prompt. */
  readonly text: string;
  readonly role: string;
  readonly taskId: string;
}

export interface WordOverlap {
  readonly runs: readonly RunOverlap[];
  /** Null when not even the shortest run was copied. */
  readonly longest: CopiedRun | null;
}

/** Five words are seldom equal by chance but for set phrases; eight (as for the GPT-2 corpus) hardly ever. */
export const RUN_SIZES = [5, 8] as const;

/** Below this many texts nothing can be told to be in most of them. */
const FEWEST_TEXTS = 4;

interface Word {
  /** Lower case, compatibility forms united. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Letters, digits and underscores; everything else parts words. */
function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map((match) => ({
    word: united(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Plain words, as nearly all are, have no compatibility forms to unite. */
function united(word: string): string {
  return (/^\w+$/.test(word) ? word : word.normalize('NFKC')).toLowerCase();
}

function runsOf(words: readonly Word[], size: number): string[] {
  const count = Math.max(0, words.length - size + 1);
  return Array.from({ length: count }, (_, start) => runAt(words, start, size));
}

function runAt(words: readonly Word[], start: number, size: number): string {
  let run = words[start]?.word ?? '';
  for (let next = start + 1; next < start + size; next += 1) run += ` ${words[next]?.word ?? ''}`;
  return run;
}

/** Calls `visit` for every place where one of `wanted` stands. Most places are passed over by their first word. */
function eachPlace(
  words: readonly Word[],
  wanted: ReadonlySet<string>,
  visit: (run: string, at: number) => void,
): void {
  const firsts = new Set([...wanted].map((run) => run.slice(0, run.indexOf(' '))));
  for (const [at, { word }] of words.entries()) {
    if (!firsts.has(word)) continue;
    for (const size of RUN_SIZES) {
      if (at + size > words.length) continue;
      const run = runAt(words, at, size);
      if (wanted.has(run)) visit(run, at);
    }
  }
}

function allRuns(prompts: Prompts): string[] {
  return Object.values(prompts).flatMap((prompt) => {
    const words = wordsOf(prompt);
    return RUN_SIZES.flatMap((size) => runsOf(words, size));
  });
}

/**
 * Runs of the prompts that stand in more than half of the texts: the benchmark's own frame, which says nothing of any one
 * task.
 */
export function frameRuns(texts: readonly TaskText[], prompts: Prompts): ReadonlySet<string> {
  if (texts.length < FEWEST_TEXTS) return new Set();
  const wanted = new Set(allRuns(prompts));
  const counts = new Map<string, number>();
  for (const { text } of texts) {
    const here = new Set<string>();
    eachPlace(wordsOf(text), wanted, (run) => here.add(run));
    for (const run of here) counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => 2 * count > texts.length);
  return new Set(frequent.map(([run]) => run));
}

/** @param frame runs that count as copied from nowhere, as {@link frameRuns} finds them */
export function wordOverlap(
  prompts: { readonly seed: Prompts; readonly winner: Prompts },
  texts: readonly TaskText[],
  frame: ReadonlySet<string>,
): WordOverlap {
  const known = new Set([...frame, ...allRuns(prompts.seed)]);
  const winner = Object.entries(prompts.winner).map(([role, text]) => ({
    role,
    text,
    words: wordsOf(text),
  }));
  const added = new Set(allRuns(prompts.winner).filter((run) => !known.has(run)));
  const places = runPlaces(texts, added);
  const runs = RUN_SIZES.map((size) => {
    const mine = winner.flatMap(({ words }) => runsOf(words, size)).filter((run) => added.has(run));
    const distinct = new Set(mine);
    const copied = [...distinct].filter((run) => places.has(run)).length;
    return { size, added: distinct.size, copied };
  });
  return { runs, longest: longestRun(winner, places) };
}

interface Prompt {
  readonly role: string;
  readonly text: string;
  readonly words: readonly Word[];
}

interface Task {
  readonly id: string;
  readonly words: readonly Word[];
}

type Places = ReadonlyMap<string, readonly { readonly task: Task; readonly at: number }[]>;

/** Every copied run of the smallest size is stretched as far as prompt and task agree; the first of the longest wins. */
function longestRun(prompts: readonly Prompt[], places: Places): CopiedRun | null {
  let longest: CopiedRun | null = null;
  for (const { role, text, words } of prompts) {
    for (const [start, run] of runsOf(words, RUN_SIZES[0]).entries()) {
      for (const { task, at } of places.get(run) ?? []) {
        const length = agreement({ words, start }, { words: task.words, start: at });
        if (length <= (longest?.words ?? 0)) continue;
        const [first, last] = [words[start] as Word, words[start + length - 1] as Word];
        const copied = text.slice(first.start, last.end);
        longest = { words: length, text: copied, role, taskId: task.id };
      }
    }
  }
  return longest;
}

/** Where the wanted runs stand, task by task. */
function runPlaces(texts: readonly TaskText[], wanted: ReadonlySet<string>): Places {
  const places = new Map<string, { task: Task; at: number }[]>();
  if (wanted.size === 0) return places;
  for (const { id, text } of texts) {
    const task = { id, words: wordsOf(text) };
    eachPlace(task.words, wanted, (run, at) => {
      const found = places.get(run);
      if (found === undefined) places.set(run, [{ task, at }]);
      else found.push({ task, at });
    });
  }
  return places;
}

interface Position {
  readonly words: readonly Word[];
  readonly start: number;
}

/** How many words are equal from here on. */
function agreement(left: Position, right: Position): number {
  let length = 0;
  for (;;) {
    const word = left.words[left.start + length]?.word;
    if (word === undefined || word !== right.words[right.start + length]?.word) return length;
    length += 1;
  }
}
