/** Can a team with parameters beyond the grid be evaluated, as flags say it and as a job has frozen it? */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Candidate } from '../../../../src/core/candidate.ts';
import type { Json } from '../../../../src/core/json.ts';
import { type EvalRequest, prepareEvaluation } from '../../../../src/protocol/eval/open-eval.ts';
import { writeSealed } from '../../../../src/store/files.ts';
import { topology } from '../../../../src/topologies/sequential.ts';
import { temporaryFolder } from '../../../support/job/job-files.ts';
import { repositoryRoot } from '../../../support/shared.ts';

const installation = {
  packageRoot: repositoryRoot,
  workingDirectory: repositoryRoot,
  environment: {},
};

async function candidateOf(changes: Partial<EvalRequest>) {
  const request: EvalRequest = {
    dataset: 'apibank-synth',
    datasetOptions: { datasetSize: 60 },
    topology: 'sequential',
    parameters: { teamSize: null, communication: null, rounds: null, aggregation: null },
    model: 'sim',
    taskEndpoints: [],
    seed: 0,
    concurrency: null,
    selection: { level: 'all', offset: 0, only: [], curatedPath: null, limit: 2 },
    config: null,
    outDir: null,
    out: null,
    ...changes,
  };
  return await prepareEvaluation(request, installation);
}

test('as flags say it', async () => {
  const pinned = { 'role.schema_mapper': 'absent', temperature: '0.45' };
  const { candidate } = await candidateOf({ pinned });
  expect(candidate.parameters).toMatchObject({ 'role.schema_mapper': 'absent', temperature: 0.45 });
});

test('as it was frozen, with its worked examples, and never under other flags', async () => {
  const { prepared, candidate: seed } = await candidateOf({});
  const candidate: Candidate = {
    roles: seed.roles,
    demonstrations: { verifier: [{ input: 'a task', output: 'a call' }] },
    parameters: {
      ...seed.parameters,
      'role.schema_mapper': 'absent',
      demonstrations: 1,
      temperature: 0.3,
    },
  };
  const config = join(temporaryFolder(), 'frozen.json');
  writeSealed(config, {
    schema: 'frozen-1',
    dataset: { id: 'apibank-synth' },
    topology: 'sequential',
    candidate: candidate as unknown as Json,
    graph: topology.graph(prepared.team.lineup, candidate.parameters) as unknown as Json,
  });
  expect((await candidateOf({ config })).candidate).toEqual(candidate);
  await expect(candidateOf({ config, pinned: { temperature: '1' } })).rejects.toThrow(
    '--parameter temperature: a frozen configuration brings its own; leave it out',
  );
});
