/** How do runs lie in MLflow's file store? */
import { digest } from '../../core/json.ts';
import type { TrackedRun } from './tracked-run.ts';

/** Path below the store's folder → content. */
export type StoreFiles = { readonly [path: string]: string };

const FINISHED = 3;
const LOCAL = 4;

/**
 * One experiment with a run per job, as MLflow's FileStore (3.17) reads and writes it: `mlflow ui --backend-store-uri FOLDER`.
 *
 * @param store absolute path of the folder, for the addresses of artifacts
 */
export function mlflowFiles(
  runs: readonly TrackedRun[],
  { experiment, store }: { readonly experiment: string; readonly store: string },
): StoreFiles {
  // Decimal digits, as MLflow has them; the same name is the same experiment.
  const experimentId = (BigInt(`0x${digest(experiment).slice(0, 16)}`) % 10n ** 18n).toString();
  const address = (path: string): string => `file://${encodeURI(store)}/${path}`;
  const started = Math.min(...runs.map(({ startedAt }) => startedAt));
  const files: { [path: string]: string } = {
    [`${experimentId}/meta.yaml`]: yaml({
      artifact_location: address(experimentId),
      creation_time: started,
      experiment_id: experimentId,
      last_update_time: started,
      lifecycle_stage: 'active',
      name: experiment,
    }),
  };
  for (const run of runs) {
    const runId = run.id.slice(0, 32);
    const folder = `${experimentId}/${runId}`;
    files[`${folder}/meta.yaml`] = yaml({
      artifact_uri: address(`${folder}/artifacts`),
      end_time: run.endedAt,
      entry_point_name: '',
      experiment_id: experimentId,
      lifecycle_stage: 'active',
      run_id: runId,
      run_name: run.name,
      run_uuid: runId,
      source_name: '',
      source_type: LOCAL,
      source_version: '',
      start_time: run.startedAt,
      status: FINISHED,
      tags: [],
      user_id: 'protocol',
    });
    Object.assign(files, runFiles(folder, run));
  }
  return files;
}

function runFiles(folder: string, run: TrackedRun): StoreFiles {
  const { commit } = run.tags;
  const tags = {
    ...run.tags,
    'mlflow.runName': run.name,
    ...(commit === undefined ? {} : { 'mlflow.source.git.commit': commit }),
  };
  const metrics = new Map<string, string>();
  for (const { key, value, step } of run.metrics) {
    metrics.set(key, `${metrics.get(key) ?? ''}${run.endedAt} ${value} ${step}\n`);
  }
  return Object.fromEntries([
    ...Object.entries(run.parameters).map(([name, value]) => [`${folder}/params/${name}`, value]),
    ...Object.entries(tags).map(([name, value]) => [`${folder}/tags/${name}`, value]),
    ...Object.entries(run.files).map(([name, text]) => [`${folder}/artifacts/${name}`, text]),
    ...[...metrics].map(([key, lines]) => [`${folder}/metrics/${key}`, lines]),
  ]) as StoreFiles;
}

/** JSON is YAML: no text can be misread. */
function yaml(content: { readonly [name: string]: unknown }): string {
  return Object.entries(content)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}
