/** What would one job ask for, cost and take? */
import type { ModelPurpose } from '../../config/models.ts';
import type { Phase } from '../../core/events.ts';
import { addUsage, type Channel, NO_USAGE, type Usage } from '../../core/model.ts';
import { costUsd, type Price } from '../../core/price.ts';
import { addBounds, type Bound, type Bounds, mapBounds } from './bounds.ts';
import { plus } from './dry/tally.ts';
import { type Pace, stepsMilliseconds } from './pace.ts';
import { type ScenarioRun, searchRatio } from './scenarios.ts';
import { replyTokens, type TokenBasis } from './token-basis.ts';
import { CHANNELS, PHASES, usageOf, type Work, workOf } from './use.ts';

export interface JobEstimate {
  /** Calls that reach a model. */
  readonly calls: { readonly [Name in Phase]: { readonly [Name in Channel]: Bounds } } & {
    readonly total: Bounds;
  };
  readonly tokens: {
    readonly [Name in ModelPurpose]: { readonly input: Bounds; readonly output: Bounds };
  };
  /** US dollars; null where the price of a model that is asked is not known. */
  readonly costUsd: Bounds | null;
  /** ModelPurposes whose model is asked and has no known price. */
  readonly unknownPrices: readonly ModelPurpose[];
  /** Null where nothing says how fast the model is. */
  readonly milliseconds: Bounds | null;
  readonly search: {
    readonly rollouts: Bounds;
    readonly proposed: Bounds;
    readonly accepted: Bounds;
    /** Why the likely search ended. */
    readonly stop: string;
  };
}

export interface EstimateOptions {
  readonly budget: number;
  readonly phases: readonly Phase[];
  readonly testRatio: number;
  readonly seedIsMeasured: boolean;
  /** Model calls of one turn that is offered functions, at most. */
  readonly toolTurns: number;
  readonly basis: TokenBasis;
  readonly pace: Pace | null;
  readonly concurrency: number;
  readonly prices: { readonly [Name in ModelPurpose]: Price };
}

/** Everything that is bounded, of one scenario under one set of lengths. */
interface Figures {
  readonly usage: ReturnType<typeof usageOf>;
  readonly byPurpose: { readonly [Name in ModelPurpose]: Usage };
  readonly calls: number;
  readonly milliseconds: number | null;
  readonly run: ScenarioRun['run'];
  readonly ratio: number;
}

export function estimateJob(runs: readonly ScenarioRun[], options: EstimateOptions): JobEstimate {
  const all = {
    low: runs.map((scenario) => figuresOf(scenario, options, 'low')),
    likely: runs
      .filter(({ kind }) => kind === 'likely')
      .map((scenario) => figuresOf(scenario, options, 'likely')),
    high: runs.map((scenario) => figuresOf(scenario, options, 'high')),
  };
  const usual = middleBy(all.likely, ({ calls }) => calls);
  const bounds = (of: (figures: Figures) => number): Bounds => ({
    low: Math.min(...all.low.map(of), of(usual)),
    likely: of(usual),
    high: Math.max(...all.high.map(of), of(usual)),
  });
  const unknownPrices = (['task', 'reflection'] as const).filter(
    (purpose) =>
      options.prices[purpose] === 'unknown' &&
      all.high.some(({ byPurpose }) => byPurpose[purpose].modelCalls > 0),
  );
  return {
    calls: callBounds(bounds),
    tokens: tokenBounds(bounds),
    costUsd:
      unknownPrices.length > 0 ? null : bounds(({ byPurpose }) => dollars(byPurpose, options)),
    unknownPrices,
    milliseconds:
      options.pace === null ? null : bounds(({ milliseconds }) => milliseconds ?? Number.NaN),
    search: {
      rollouts: bounds(({ run, ratio }) => Math.round(run.charged * ratio)),
      proposed: bounds(({ run, ratio }) => Math.round(run.proposed * ratio)),
      accepted: bounds(({ run, ratio }) => Math.round(run.accepted * ratio)),
      stop: usual.run.stop,
    },
  };
}

function figuresOf({ run }: ScenarioRun, options: EstimateOptions, bound: Bound): Figures {
  const { basis } = options;
  const ratio = searchRatio(options.budget, run);
  const work = workOf(run, {
    ...options,
    searchRatio: ratio,
    // Any search may come back with the seed.
    deploys: bound !== 'low',
    toolTurns: { low: 1, likely: Math.min(2, options.toolTurns), high: options.toolTurns }[bound],
  });
  const usage = usageOf(work, basis, bound);
  const sum = (channels: readonly Channel[]): Usage =>
    PHASES.flatMap((phase) => channels.map((channel) => usage[phase][channel])).reduce(
      addUsage,
      NO_USAGE,
    );
  return {
    usage,
    byPurpose: { task: sum(['task', 'probe']), reflection: sum(['reflect', 'judge']) },
    calls: sum(CHANNELS).modelCalls,
    milliseconds: millisecondsOf(work, options, bound),
    run,
    ratio,
  };
}

function millisecondsOf(
  work: Work,
  { pace, basis, concurrency }: EstimateOptions,
  bound: Bound,
): number | null {
  if (pace === null) return null;
  const { reflect, judge } = work.optimize.tallies;
  const asked = plus(reflect, judge);
  const tokens = replyTokens(basis, { calls: asked.calls, characters: asked.written });
  const steps = PHASES.flatMap((phase) => work[phase].steps);
  const msOf = (length: Bounds): Bounds =>
    mapBounds((name) => pace.milliseconds(length[name])[name]);
  return stepsMilliseconds(steps, {
    agentMs: msOf(tokens.agent),
    methodMs: msOf(tokens.method),
    concurrency,
    bound,
  });
}

function dollars(byPurpose: Figures['byPurpose'], { prices }: EstimateOptions): number {
  return (['task', 'reflection'] as const).reduce(
    (sum, purpose) => sum + (costUsd(byPurpose[purpose], prices[purpose]) ?? 0),
    0,
  );
}

type BoundsOf = (of: (figures: Figures) => number) => Bounds;

function callBounds(bounds: BoundsOf): JobEstimate['calls'] {
  const phase = (name: Phase, widen: (found: Bounds) => Bounds) => ({
    task: widen(bounds(({ usage }) => usage[name].task.modelCalls)),
    probe: widen(bounds(({ usage }) => usage[name].probe.modelCalls)),
    reflect: widen(bounds(({ usage }) => usage[name].reflect.modelCalls)),
    judge: widen(bounds(({ usage }) => usage[name].judge.modelCalls)),
  });
  const phases = {
    optimize: phase('optimize', widened),
    validate: phase('validate', (found) => found),
    test: phase('test', (found) => found),
  };
  const total = PHASES.flatMap((name) => Object.values(phases[name])).reduce(addBounds);
  return { ...phases, total };
}

/** Share of the distance to either end by which a few draws fall short of what may come. */
const BEYOND = 0.25;

/** Exact where all draws agree. */
function widened({ low, likely, high }: Bounds): Bounds {
  return {
    low: Math.max(0, Math.floor(low - BEYOND * (likely - low))),
    likely,
    high: Math.ceil(high + BEYOND * (high - likely)),
  };
}

function tokenBounds(bounds: BoundsOf): JobEstimate['tokens'] {
  const of = (purpose: ModelPurpose) => ({
    input: bounds(({ byPurpose }) => byPurpose[purpose].inputTokens),
    output: bounds(({ byPurpose }) => byPurpose[purpose].outputTokens),
  });
  return { task: of('task'), reflection: of('reflection') };
}

function middleBy<T>(items: readonly T[], of: (item: T) => number): T {
  const sorted = items.toSorted((left, right) => of(left) - of(right));
  return sorted[Math.floor(sorted.length / 2)] as T;
}
