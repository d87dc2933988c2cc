/** What is deployed? Everything needed to run the team, nothing about how it was found. */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { candidateJson, type JobRun } from '../job-run.ts';

/** Content of frozen.json. @param selection the part of selection.json that says what was selected */
export function frozenContent(run: JobRun, deployed: Candidate, selection: JsonObject): JsonObject {
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
