/** How much of what the search saw is still there on tasks that it did not see? */
import type { RandomStream } from '../../core/random.ts';
import { pairedBootstrap } from '../../statistics/bootstrap.ts';
import { meanDifferenceInterval } from '../../statistics/rate-difference.ts';
import { type Interval, mean } from '../../statistics/summary.ts';
import {
  frameRuns,
  type Prompts,
  type TaskText,
  type WordOverlap,
  wordOverlap,
} from './word-overlap.ts';

/** One task; null where that team was not scored on it. Scores in [0, 1]. */
export interface ScoredPair {
  readonly seed: number | null;
  readonly winner: number | null;
}

export interface OverfitInput {
  /** False: the search handed the seed back. */
  readonly changed: boolean;
  /** False: the gate kept the seed, and the winner has no held-out score. */
  readonly deployed: boolean;
  /** Tasks on which the search scored the winner, with the search's own decoding. */
  readonly search: readonly ScoredPair[];
  /** Validation tasks on which the search scored nobody. */
  readonly fresh: readonly ScoredPair[];
  readonly test: readonly ScoredPair[];
  readonly prompts: { readonly seed: Prompts; readonly winner: Prompts };
  /** Worked examples in the winner: copies of train tasks by intention, so not looked at. */
  readonly demonstrations: number;
  /** Without what every prompt may name, such as descriptions of functions. */
  readonly texts: { readonly trained: readonly TaskText[]; readonly heldOut: readonly TaskText[] };
  /** By what is resampled. */
  readonly random: (name: string) => RandomStream;
}

export type OverfitPart = 'search' | 'fresh' | 'test';

/** Fewer tasks on which both were scored say nothing: their bootstrap would be sure of itself. */
export const FEWEST_PAIRS = 10;

/**
 * Mean of the winner over the tasks on which it was scored; of the seed and the gain over tasks with both, null for
 * fewer than {@link FEWEST_PAIRS}. A winner that was not measured leaves the seed's own mean.
 */
export interface PartScores {
  readonly part: OverfitPart;
  readonly tasks: number;
  readonly winner: number | null;
  readonly seed: number | null;
  /** Tasks with both. */
  readonly pairs: number;
  readonly gain: Points | null;
}

export interface Points {
  readonly points: number;
  /** 95 % interval, in points. */
  readonly interval: Interval;
}

/** What a score on seen tasks promised over one on unseen tasks. */
export interface OverfitGap {
  readonly from: 'search';
  readonly to: 'fresh' | 'test';
  /** Of the winner's scores. */
  readonly winner: Points;
  /** Of its gains over the seed: the difficulty of the tasks cancels out. Null where too few tasks have both. */
  readonly gain: Points | null;
}

export interface OverfitReport {
  readonly changed: boolean;
  readonly deployed: boolean;
  readonly scores: readonly PartScores[];
  readonly gaps: readonly OverfitGap[];
  readonly demonstrations: number;
  readonly overlap: { readonly trained: WordOverlap; readonly heldOut: WordOverlap };
  readonly warnings: readonly string[];
}

/** Above this share of copied eight-word runs, or from this length of one run on (as for the GPT-3 corpus), a warning. */
export const OVERLAP_LIMITS = { share: 0.01, longest: 13 } as const;

export function overfitReport(input: OverfitInput): OverfitReport {
  const { changed, deployed, demonstrations, prompts, texts } = input;
  const parts = ['search', 'fresh', 'test'] as const;
  const frame = frameRuns([...texts.trained, ...texts.heldOut], prompts.winner);
  const overlap = {
    trained: wordOverlap(prompts, texts.trained, frame),
    heldOut: wordOverlap(prompts, texts.heldOut, frame),
  };
  const gaps = changed
    ? (['fresh', 'test'] as const).flatMap((to) => {
        const found = gap(input, to);
        return found === null ? [] : [found];
      })
    : [];
  return {
    changed,
    deployed,
    scores: parts.map((part) => partScores(part, input[part], input.random)),
    gaps,
    demonstrations,
    overlap,
    warnings: [...gaps.flatMap(gapWarning), ...overlapWarnings(overlap)],
  };
}

function partScores(
  part: OverfitPart,
  rows: readonly ScoredPair[],
  random: OverfitInput['random'],
): PartScores {
  const winners = scoresOf(rows);
  const both = pairsOf(rows);
  const isEnough = both.length >= FEWEST_PAIRS;
  const gains = isEnough ? gainsOf(rows) : [];
  const paired = isEnough ? both.map(({ seed }) => seed) : [];
  const seeds = winners.length === 0 ? rows.flatMap(({ seed }) => seed ?? []) : paired;
  return {
    part,
    tasks: winners.length === 0 ? seeds.length : winners.length,
    winner: rounded(mean(winners)),
    seed: rounded(mean(seeds)),
    pairs: both.length,
    gain:
      gains.length === 0
        ? null
        : points(mean(gains) as number, pairedBootstrap(gains, { random: random(part) })),
  };
}

function gap(input: OverfitInput, to: 'fresh' | 'test'): OverfitGap | null {
  const [seen, unseen] = [input.search, input[to]];
  const [before, after] = [scoresOf(seen), scoresOf(unseen)];
  if (before.length === 0 || after.length === 0) return null;
  const [gainsBefore, gainsAfter] = [gainsOf(seen), gainsOf(unseen)];
  const difference = (left: readonly number[], right: readonly number[], name: string): Points =>
    points(
      (mean(left) as number) - (mean(right) as number),
      meanDifferenceInterval(left, right, input.random(`${to} ${name}`)),
    );
  return {
    from: 'search',
    to,
    winner: difference(before, after, 'winner'),
    gain:
      Math.min(gainsBefore.length, gainsAfter.length) < FEWEST_PAIRS
        ? null
        : difference(gainsBefore, gainsAfter, 'gain'),
  };
}

function gapWarning({ to, gain }: OverfitGap): string[] {
  if (gain === null || gain.interval.low <= 0) return [];
  const where = to === 'test' ? 'held-out tasks' : 'fresh validation tasks';
  return [`the gain that the search saw is not there on ${where}: overfitted, by more than chance`];
}

function overlapWarnings(overlap: OverfitReport['overlap']): string[] {
  const sides = [
    { name: 'train or validation tasks', found: overlap.trained },
    { name: 'held-out tasks', found: overlap.heldOut },
  ];
  return sides.flatMap(({ name, found }) => {
    const { added, copied } = found.runs.at(-1) ?? { added: 0, copied: 0 };
    const isMuch = copied > OVERLAP_LIMITS.share * added;
    const isLong = (found.longest?.words ?? 0) >= OVERLAP_LIMITS.longest;
    return isMuch || isLong ? [`the winner's prompts hold text of ${name}`] : [];
  });
}

function scoresOf(rows: readonly ScoredPair[]): number[] {
  return rows.flatMap(({ winner }) => winner ?? []);
}

interface Pair {
  readonly seed: number;
  readonly winner: number;
}

function pairsOf(rows: readonly ScoredPair[]): Pair[] {
  return rows.flatMap(({ seed, winner }) =>
    seed === null || winner === null ? [] : [{ seed, winner }],
  );
}

function gainsOf(rows: readonly ScoredPair[]): number[] {
  return pairsOf(rows).map(({ seed, winner }) => winner - seed);
}

function points(difference: number, { low, high }: Interval): Points {
  const inPoints = (share: number): number => Number((100 * share).toPrecision(10));
  return {
    points: inPoints(difference),
    interval: { low: inPoints(low), high: inPoints(high) },
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(10));
}
