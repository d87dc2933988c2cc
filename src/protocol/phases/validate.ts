/** Phase 2: decide on validation tasks which configuration is deployed, and freeze it. */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import { StoreError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { comparisonVerdict } from '../../statistics/paired-comparison.ts';
import { DEFAULT_GATE, type GateRule, gateSplit } from '../gate.ts';
import { type GateRecord, gateDissent } from '../gate-lines.ts';
import type { JobRun } from '../job-run.ts';
import { type Selection, selectCandidate } from '../selection.ts';
import { frozenContent } from './frozen.ts';
import type { Optimization } from './optimize.ts';
import {
  evaluatePair,
  type PairedEvaluation,
  pairCost,
  pairedRecords,
} from './paired-evaluation.ts';

const RULES: { readonly [Rule in GateRule]: string } = {
  strict: 'incumbent if its mean on complete paired validation is strictly higher, else the seed',
  paired:
    'incumbent if its mean on complete paired validation is higher and the exact one-sided sign test, corrected for the finalists, reaches the level, else the seed',
  margin:
    'incumbent if its mean on complete paired validation is higher by the margin, or equal with fewer model calls per task, else the seed',
};

/**
 * Returns the frozen configuration, deciding and sealing it first when it is not there. No test task is loaded before
 * both files are on disk.
 */
export async function validatePhase(run: JobRun, optimization: Optimization): Promise<Candidate> {
  const { folder, spec } = run;
  const selection = folder.read('selection') ?? (await decide(run, optimization));
  const deployed =
    selection['selected'] === 'incumbent' ? optimization.incumbent : spec.seedCandidate;
  if (candidateDigest(deployed) !== selection['deployedDigest']) {
    throw new StoreError(`${folder.path}/selection.json does not belong to optimization.json`, {
      hints: ['one of the two was copied from another job; start again in a new folder with --out'],
    });
  }
  if (folder.read('frozen') === null)
    folder.write('frozen', frozenContent(run, deployed, selection));
  return deployed;
}

async function decide(run: JobRun, optimization: Optimization): Promise<JsonObject> {
  const { spec, folder } = run;
  const valid = optimization.problem === null;
  const incumbent = valid ? optimization.incumbent : spec.seedCandidate;
  const pair = await evaluatePair(run, 'validation', incumbent);
  const { choice, gate } = askGate(run, optimization, { pair, incumbent, valid });
  const deployed = choice.selected === 'incumbent' ? incumbent : spec.seedCandidate;
  const content: JsonObject = {
    schema: 'selection-1',
    job: run.identityHash,
    simulated: spec.model.simulated,
    rule: RULES[gate.rule],
    gate: gate as unknown as Json,
    verdicts: choice.verdicts as unknown as Json,
    selected: choice.selected,
    fallbackReason: choice.fallbackReason,
    seedDigest: candidateDigest(spec.seedCandidate),
    incumbentDigest: candidateDigest(optimization.incumbent),
    deployedDigest: candidateDigest(deployed),
    // Chosen for being high on these tasks: an optimistic number, never the result.
    validation: pair.comparison as unknown as Json,
    usage: pair.usage as unknown as Json,
    cost: pairCost(run, pair, 'incumbent'),
    testExposed: false,
    rows: pairedRecords(pair, 'incumbent'),
  };
  folder.write('selection', content);
  const dissent = gateDissent(content);
  const reasons = [choice.fallbackReason, dissent].filter((text) => text !== null);
  const reason = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  run.listen({
    kind: 'phase-finished',
    phase: 'validate',
    summary: `${comparisonVerdict(pair.comparison)}; deploying the ${choice.selected}${reason}`,
  });
  return content;
}

/** Only the deciding tasks are asked about; those that a method had besides are measured and told, no more. */
function askGate(
  run: JobRun,
  optimization: Optimization,
  measured: {
    readonly pair: PairedEvaluation;
    readonly incumbent: Candidate;
    readonly valid: boolean;
  },
): { readonly choice: Selection; readonly gate: GateRecord } {
  const { spec, split } = run;
  const { pair, incumbent, valid } = measured;
  const settings = spec.gate ?? DEFAULT_GATE;
  const { offered, deciding } = gateSplit(split.validation, settings);
  const first = settings.tasks === 0 ? 0 : offered.length;
  const used = optimization.scores?.validation ?? null;
  const searchSignal = used === null ? null : deciding.filter((id) => used.includes(id)).length;
  const finalists = finalistCount(optimization, searchSignal);
  const choice = selectCandidate({
    ids: deciding,
    seed: pair.seed.slice(first),
    incumbent: pair.other.slice(first),
    unchanged: candidateDigest(incumbent) === candidateDigest(spec.seedCandidate),
    incumbentValid: valid,
    gate: settings,
    finalists,
  });
  return { choice, gate: { ...settings, deciding: deciding.length, finalists, searchSignal } };
}

/**
 * On tasks that the search did not score, one candidate is tested, however many were tried elsewhere. A search that did
 * not write down whom it compared is taken to have compared all that it proposed.
 */
function finalistCount({ scores, proposed }: Optimization, searchSignal: number | null): number {
  if (searchSignal === 0) return 1;
  return scores?.finalists ?? Math.max(1, proposed);
}
