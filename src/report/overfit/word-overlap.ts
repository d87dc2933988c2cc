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
    word: match[0].normalize('NFKC').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function runsOf(words: readonly Word[], size: number): string[] {
  const count = Math.max(0, words.length - size + 1);
  return Array.from({ length: count }, (_, start) => runAt(words, start, size));
}

function runAt(words: readonly Word[], start: number, size: number): string {
  // Half a million runs are read for one report: slices and joins would be most of its time.
  let run = words[start]?.word ?? '';
  for (let next = start + 1; next < start + size; next += 1) run += ` ${words[next]?.word ?? ''}`;
  return run;
}

/** Runs that stand in more than half of the texts: the benchmark's own frame, which says nothing of any one task. */
export function frameRuns(texts: readonly TaskText[]): ReadonlySet<string> {
  if (texts.length < FEWEST_TEXTS) return new Set();
  const counts = new Map<string, number>();
  for (const { text } of texts) {
    const words = wordsOf(text);
    for (const run of new Set(RUN_SIZES.flatMap((size) => runsOf(words, size)))) {
      counts.set(run, (counts.get(run) ?? 0) + 1);
    }
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
  const known = new Set(frame);
  for (const prompt of Object.values(prompts.seed)) {
    const words = wordsOf(prompt);
    for (const run of RUN_SIZES.flatMap((size) => runsOf(words, size))) known.add(run);
  }
  const winner = Object.entries(prompts.winner).map(([role, text]) => ({
    role,
    text,
    words: wordsOf(text),
  }));
  const tasks = texts.map(({ id, text }) => ({ id, words: wordsOf(text) }));
  const runs = RUN_SIZES.map((size) => {
    const all = winner.flatMap(({ words }) => runsOf(words, size));
    const added = new Set(all.filter((run) => !known.has(run)));
    return { size, added: added.size, copied: occurring(added, tasks, size) };
  });
  return { runs, longest: longestRun(winner, tasks, known) };
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

/** How many of the runs stand in a task? */
function occurring(runs: ReadonlySet<string>, tasks: readonly Task[], size: number): number {
  const found = new Set<string>();
  if (runs.size === 0) return 0;
  for (const { words } of tasks) {
    for (const run of runsOf(words, size)) if (runs.has(run)) found.add(run);
  }
  return found.size;
}

/** Every copied run of the smallest size is stretched as far as prompt and task agree; the first of the longest wins. */
function longestRun(
  prompts: readonly Prompt[],
  tasks: readonly Task[],
  known: ReadonlySet<string>,
): CopiedRun | null {
  const open = prompts.map((prompt) => ({
    ...prompt,
    runs: [...runsOf(prompt.words, RUN_SIZES[0]).entries()].filter(([, run]) => !known.has(run)),
  }));
  const places = runPlaces(tasks, new Set(open.flatMap(({ runs }) => runs.map(([, run]) => run))));
  let longest: CopiedRun | null = null;
  for (const { role, text, words, runs } of open) {
    for (const [start, run] of runs) {
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

function runPlaces(
  tasks: readonly Task[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, { task: Task; at: number }[]> {
  const places = new Map<string, { task: Task; at: number }[]>();
  if (wanted.size === 0) return places;
  for (const task of tasks) {
    for (const [at, run] of runsOf(task.words, RUN_SIZES[0]).entries()) {
      if (!wanted.has(run)) continue;
      const found = places.get(run);
      if (found === undefined) places.set(run, [{ task, at }]);
      else found.push({ task, at });
    }
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
