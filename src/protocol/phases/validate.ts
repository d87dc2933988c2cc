/** Phase 2: decide on validation tasks which configuration is deployed, and freeze it. */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import { StoreError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { comparisonVerdict } from '../../statistics/paired-comparison.ts';
import { candidateJson, type JobRun } from '../job-run.ts';
import { selectCandidate } from '../selection.ts';
import type { Optimization } from './optimize.ts';
import { evaluatePair, pairedRecords } from './paired-evaluation.ts';

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
  const choice = selectCandidate({
    ids: run.split.validation,
    seed: pair.seed,
    incumbent: pair.other,
    unchanged: candidateDigest(incumbent) === candidateDigest(spec.seedCandidate),
    incumbentValid: valid,
  });
  const deployed = choice.selected === 'incumbent' ? incumbent : spec.seedCandidate;
  const content: JsonObject = {
    schema: 'selection-1',
    job: run.identityHash,
    simulated: spec.model.simulated,
    rule: 'incumbent if its mean on complete paired validation is strictly higher, else the seed',
    selected: choice.selected,
    fallbackReason: choice.fallbackReason,
    seedDigest: candidateDigest(spec.seedCandidate),
    incumbentDigest: candidateDigest(optimization.incumbent),
    deployedDigest: candidateDigest(deployed),
    // Chosen for being high on these tasks: an optimistic number, never the result.
    validation: pair.comparison as unknown as Json,
    usage: pair.usage as unknown as Json,
    testExposed: false,
    rows: pairedRecords(pair, 'incumbent'),
  };
  folder.write('selection', content);
  const reason = choice.fallbackReason === null ? '' : ` (${choice.fallbackReason})`;
  run.listen({
    kind: 'phase-finished',
    phase: 'validate',
    summary: `${comparisonVerdict(pair.comparison)}; deploying the ${choice.selected}${reason}`,
  });
  return content;
}

/** The deployable configuration: everything needed to run the team, nothing about how it was found. */
function frozenContent(run: JobRun, deployed: Candidate, selection: JsonObject): JsonObject {
  const { spec, parts } = run;
  return {
    schema: 'frozen-1',
    job: run.identityHash,
    simulated: spec.model.simulated,
    method: spec.method.id,
    dataset: spec.dataset,
    topology: spec.topology,
    model: { provider: spec.model.provider, model: spec.model.model },
    selected: selection['selected'] ?? null,
    digest: candidateDigest(deployed),
    graph: parts.topology.graph(parts.lineup, deployed.parameters) as unknown as Json,
    candidate: candidateJson(deployed),
  };
}
