/** What came out of the job, in one file? */

import { datasetName } from '../core/dataset.ts';
import { StoreError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { answerModeOf } from '../evaluation/answering.ts';
import type { SealedName } from '../store/job-folder.ts';
import type { JobRun } from './job-run.ts';
import { PROTOCOL_ID } from './job-spec.ts';

/** The summary of all sealed files: derived, written last, and its presence means that the job is done. */
export function resultContent(run: JobRun): JsonObject {
  const { spec } = run;
  const optimization = sealed(run, 'optimization');
  const selection = sealed(run, 'selection');
  const test = sealed(run, 'test');
  return {
    schema: 'result-1',
    protocol: PROTOCOL_ID,
    status: 'completed',
    job: run.identityHash,
    simulated: spec.model.simulated,
    conformant: run.conformanceProblems.length === 0,
    notConformantBecause: run.conformanceProblems,
    method: spec.method.id,
    ...(spec.schedule === undefined ? {} : { schedule: spec.schedule.id }),
    dataset: datasetName(spec.dataset),
    topology: spec.topology,
    framework: spec.framework,
    answerMode: answerModeOf(spec.answering),
    model: spec.model.model,
    seed: spec.seed,
    budget: spec.budget,
    parameters: spec.parameters,
    split: { kind: spec.split.kind, seed: spec.split.seed, hash: run.split.hash },
    optimization: pick(optimization, [
      ...['stop', 'budget', 'candidates', 'usage'],
      ...(spec.racing === undefined ? [] : ['rolloutsSaved']),
    ]),
    selection: pick(selection, [
      ...['selected', 'fallbackReason', 'deployedDigest', 'validation'],
      ...['gate', 'verdicts', 'cost'],
    ]),
    test: pick(test, [
      'comparison',
      'verdict',
      'accuracy',
      'strata',
      'format',
      'usage',
      'cost',
      ...(spec.answering === undefined ? [] : ['tools']),
    ]),
  };
}

function sealed(run: JobRun, name: SealedName): JsonObject {
  const content = run.folder.read(name);
  if (content === null) throw new StoreError(`${run.folder.path}/${name}.json is missing`);
  return content;
}

function pick(content: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, content[name] ?? null] as [string, Json]));
}
