/** How does one errand go on after an answer? */
import type { Episode } from '../../../core/dataset.ts';
import type { Turn } from '../data/dialogues.ts';
import { parseAnswer } from '../parse/parse-answer.ts';
import type { ParsePolicy } from '../parse/result.ts';
import { type Scorer, scoreOf } from '../scoring/scorer.ts';
import type { SearchTables } from '../scoring/search.ts';
import type { ClassifiedVerdict } from '../scoring/verdict.ts';
import { briefOf } from '../tasks/brief.ts';
import type { ApiBankTask } from '../tasks/task.ts';
import type { World } from '../world/manager.ts';
import { execute, type Finder } from './execute.ts';

/** The same for every errand of a data set. */
export interface ErrandRules {
  readonly policy: ParsePolicy;
  readonly tables: SearchTables;
  readonly find: Finder;
  /** Judges a step in the world that the errand has led to, not in the recorded one. */
  readonly scorerIn: (world: World) => Scorer;
}

export interface Errand {
  readonly id: string;
  /** The recorded calls; never empty. */
  readonly steps: readonly [ApiBankTask, ...ApiBankTask[]];
  /** Ids of the steps that were made. */
  readonly made: ReadonlySet<string>;
  /** What the team sees: the request, and every call so far with what came of it. */
  readonly history: readonly Turn[];
  readonly world: World;
}

export function episodeOf(errand: Errand, rules: ErrandRules): Episode {
  const { id, steps, made, history } = errand;
  return {
    id,
    stratum: steps[0].stratum,
    brief: briefOf({ ...steps[0], history }),
    steps: steps.length,
    made: made.size,
    solved: made.size === steps.length,
    advance: async (answer, signal) => {
      const { step, verdict } = await judged(errand, answer, { rules, signal });
      const { tables, find, policy } = rules;
      const parsed = parseAnswer(answer, policy);
      const { turn, world } = await execute(parsed, { world: errand.world, tables, find }, signal);
      const next: Errand = {
        ...errand,
        made: step === null ? made : new Set([...made, step.id]),
        history: [...history, turn],
        world,
      };
      return { score: scoreOf(verdict), episode: episodeOf(next, rules) };
    },
  };
}

/**
 * The earliest open step that the answer makes, in whatever order the recorded calls stand. When it makes none, the
 * verdict is that of an open step of the called API where there is one, else of the earliest.
 */
async function judged(
  { id, steps, made, history, world }: Errand,
  answer: string,
  { rules, signal }: { readonly rules: ErrandRules; readonly signal: AbortSignal },
): Promise<{ readonly step: ApiBankTask | null; readonly verdict: ClassifiedVerdict }> {
  const scorer = rules.scorerIn(world);
  let nearest: ClassifiedVerdict | null = null;
  for (const step of steps) {
    if (made.has(step.id)) continue;
    const verdict = await scorer.decide({ ...step, history }, answer, signal);
    if (verdict.correct === true) return { step, verdict };
    if (nearest === null || (nearest.stage === 'api_name' && verdict.stage === 'score')) {
      nearest = verdict;
    }
  }
  if (nearest === null) throw new RangeError(`${id} is solved: no answer can follow`);
  return { step: null, verdict: nearest };
}
