/** What is a benchmark? Tasks, how they are told to a team, and how an answer is scored. It knows nothing of teams. */
import type { ErrorClass } from './error-class.ts';
import type { Json } from './json.ts';
import type { Embedder, ToolCall, ToolSchema } from './model.ts';

/** A task by name. Ids are unique over the whole benchmark, never positions. */
export interface TaskRef {
  readonly id: string;
  /** The group that splits are balanced over, for example `level-2`. */
  readonly stratum: string;
}

/** What a team is told. The engine adds role prompt, peers' messages and the output contract. */
export interface Brief {
  /** The task in full: instructions, tools, dialogue. Placeholders in it are never expanded. */
  readonly task: string;
  /** What a final answer must look like; attached to answering roles outside the editable prompt. */
  readonly outputContract: string;
}

/** What a method may see of a task: no reference answer. */
export interface TaskView extends TaskRef {
  readonly brief: Brief;
}

export interface Score {
  /** In [0, 1]. */
  readonly score: number;
  readonly correct: boolean;
  /** Stage at which it failed or was decided. */
  readonly stage: string;
  readonly errorKind: string | null;
  readonly error: string | null;
  /** Null when correct. */
  readonly errorClass: ErrorClass | null;
  /** False when the configured scorer cannot decide this answer; it then counts as wrong and is reported apart. */
  readonly decided: boolean;
  /** What a method may learn from: says what was wrong, never the reference answer's values. */
  readonly feedback: string;
  /** Dataset-specific record (parsed call, execution result, scorer variants). */
  readonly details: { readonly [name: string]: Json };
}

export interface DataCard {
  readonly title: string;
  readonly version: string;
  readonly licence: string;
  readonly provenance: readonly string[];
  readonly counts: { readonly [name: string]: number };
  readonly hashes: { readonly [name: string]: string };
}

/** One way of saying whether an answer is right. Two numbers compare only under the same scorer. */
export interface ScorerCard {
  /** For example `execution` or `slots`. */
  readonly id: string;
  /** Raised whenever the same answer could come out differently. */
  readonly version: number;
  /** One line: what it asks of an answer. */
  readonly title: string;
}

/** Results of others under scorers of their own: shown apart, never mixed with ours. */
export interface PublishedTable {
  readonly title: string;
  /** Names the scorer and what it divides by, in the table's own terms. */
  readonly scorer: string;
  readonly source: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** One per column; null where the source has none. */
    readonly values: readonly (number | null)[];
  }[];
}

/** What a report needs to know of a benchmark. */
export interface Reporting<Task extends TaskRef = TaskRef> {
  /** The first is the one that `score` uses. */
  readonly scorers: readonly ScorerCard[];
  /** The same answer under every scorer, by scorer id; null where a scorer cannot decide or does not know the task. */
  scoreAll(
    task: Task,
    answer: string,
    signal: AbortSignal,
  ): Promise<{ readonly [scorer: string]: boolean | null }>;
  /** Column titles in the order of a report, for example `L1 Call`. */
  readonly columns: readonly string[];
  columnOf(task: Task): string;
  /** Tasks with the same name are steps of one sample, which is solved when all of them are; null: it has no steps. */
  sampleOf(task: Task): string | null;
  readonly published: readonly PublishedTable[];
}

/** A function call written as an answer of the benchmark. */
export interface ToolAnswer {
  /** Scores, votes and reads as the same answer given as text would. A damaged call scores as one that cannot be read. */
  readonly text: string;
  /** `repaired`: small damage was mended, and nothing that the model said was left out. */
  readonly reading: 'clean' | 'repaired' | 'damaged';
}

export interface ToolResult {
  /** As the model is told. */
  readonly text: string;
  /** True when the call was refused or raised an error. */
  readonly failed: boolean;
}

/** A world of its own for one turn of one agent: what is called in it is seen nowhere else. */
export interface ToolSession {
  /** Never throws for a call, however broken. Equal calls in equal order have equal results. */
  execute(call: ToolCall, signal: AbortSignal): Promise<ToolResult>;
}

/** How a benchmark's tasks are worked on with function tools instead of a written answer. */
export interface ToolUse<Task extends TaskRef = TaskRef> {
  /** The functions that the task offers at this point, in a fixed order; their names are distinct. */
  schemas(task: Task): readonly ToolSchema[];
  /** The task without the descriptions that `schemas` holds; the output contract asks for one function call. */
  brief(task: Task): Brief;
  /** Never throws, whatever the call. */
  answerOf(task: Task, call: ToolCall): ToolAnswer;
  /** A fresh world in the state that the task's dialogue has led to. */
  session(task: Task): Promise<ToolSession>;
}

/** A whole errand under way, in which every step sees what the answers before it did. Never changed in place. */
export interface Episode extends TaskRef {
  /** What the team is told now. */
  readonly brief: Brief;
  /** Steps that the recorded errand has. */
  readonly steps: number;
  /** How many of them were made, in any order. */
  readonly made: number;
  /** All of them. */
  readonly solved: boolean;
  /** Carries the answer out. Never rejects for an answer, however broken. */
  advance(answer: string, signal: AbortSignal): Promise<EpisodeTurn>;
}

export interface EpisodeTurn {
  /** Correct when the answer made a step that was open. */
  readonly score: Score;
  /** The errand with the answer and what came of it in its history. */
  readonly episode: Episode;
}

/** The errands of a benchmark: tasks that are worked on call by call, not scored call by call. */
export interface Episodes {
  readonly pool: readonly TaskRef[];
  /** Subset of `pool`. */
  readonly evaluation: readonly TaskRef[];
  /** In the order asked. Throws UsageError for an unknown id. */
  start(ids: readonly string[], signal: AbortSignal): Promise<readonly Episode[]>;
}

/** An opened benchmark. `Task` is private to it: everyone else passes tasks through. */
export interface Dataset<Task extends TaskRef = TaskRef> {
  readonly id: string;
  readonly version: number;
  /** Everything that can change a score: data hash, scorer variant, parser policy, embedder. Part of a job's identity. */
  readonly identity: { readonly [name: string]: Json };
  /** Ids only; reading it loads no task. `evaluation` is a subset of `pool`. */
  readonly pool: readonly TaskRef[];
  readonly evaluation: readonly TaskRef[];
  /** Loads tasks in the order asked. Throws UsageError for an unknown id. */
  load(ids: readonly string[], signal: AbortSignal): Promise<readonly Task[]>;
  brief(task: Task): Brief;
  /** Pure for equal arguments; never throws for an answer, however broken. */
  score(task: Task, answer: string): Promise<Score>;
  /** The reference answer as a team would write it: for self checks, never within reach of a method. */
  referenceAnswer(task: Task): string;
  /** Equal keys are equal answers in a vote; null for an answer that does not vote. */
  voteKey(answer: string): string | null;
  /** Null: its tasks cannot be answered by function calls. */
  readonly tools: ToolUse<Task> | null;
  readonly reporting: Reporting<Task>;
  describe(): Promise<DataCard>;
  /**
   * Name of folders and of the grid's axis where it is not the id: one benchmark may ask different things. Behind an `@`
   * stands which of several pools it is.
   */
  readonly name?: string;
  /** What the plugin needs to open this pool again; absent when it is the one that it opens by itself. */
  readonly reopen?: { readonly [option: string]: Json };
  /** Folder of the seed prompts under configs/prompts/<topology>/ where it is not named by the id. */
  readonly promptSet?: string;
  /** What a score measures when it is a degree, for example `ROUGE-L`: its mean is then reported, not a share of right ones. */
  readonly measure?: string;
  /** Absent: it has no errands. */
  episodes?(signal: AbortSignal): Promise<Episodes>;
}

/** What a dataset is called in folders, results and the grid. */
export function datasetName(dataset: Pick<Dataset, 'id' | 'name'>): string {
  return dataset.name ?? dataset.id;
}

/** The name without the pool: what is asked is the same in all of them. */
export function benchmarkName(dataset: Pick<Dataset, 'id' | 'name'>): string {
  return datasetName(dataset).replace(/@.*$/u, '');
}

export interface DatasetSettings {
  /** Folder `benchmarks/` with the committed manifests. */
  readonly benchmarksRoot: string;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Dataset options from flags or configuration, checked by the dataset. */
  readonly options: { readonly [name: string]: Json };
  readonly embedder: Embedder | null;
}

export interface DataProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

export interface DataCommandOptions extends DatasetSettings {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: DataProgress) => void;
}

export interface DataCheck {
  readonly card: DataCard;
  /** One line per statement that was checked. */
  readonly checks: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly detail: string;
  }[];
  /** The tasks of the data that are not in the pool, in benchmark order; absent when every task is. */
  readonly outsidePool?: readonly {
    readonly id: string;
    readonly stratum: string;
    /** One of few, for counting. */
    readonly reason: string;
    /** This task's own part of it, for example the text of an error; empty when the reason says it all. */
    readonly detail: string;
  }[];
}

/** A folder under src/datasets/. */
export interface DatasetPlugin {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** The embedding model that it is opened with where none is asked for. */
  readonly embedder?: string;
  /** Throws PrerequisiteError naming the import and download commands when the data is not here. */
  open(settings: DatasetSettings): Promise<Dataset>;
  readonly data: {
    import(from: string, options: DataCommandOptions): Promise<DataCard>;
    download(options: DataCommandOptions): Promise<DataCard>;
    check(options: DataCommandOptions): Promise<DataCheck>;
  };
}
