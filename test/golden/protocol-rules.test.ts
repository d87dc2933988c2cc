/**
 * Does the same job still mean the same? A journal, a shared measurement and a frozen configuration are taken over by
 * whoever has the same identity, and an identity names the rules by PROTOCOL_ID and the methods by their versions alone.
 *
 * When a line differs, old and new results are no longer of one kind: raise PROTOCOL_ID (a method's `version`, when only
 * `methods` differ) and record the new digests under the new name.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { candidateDigest } from '../../src/core/candidate.ts';
import { digest } from '../../src/core/json.ts';
import { defaultParameters } from '../../src/core/space.ts';
import type { Topology } from '../../src/core/topology.ts';
import { evaluateTask } from '../../src/evaluation/evaluate-task.ts';
import { provider as sim } from '../../src/models/sim/index.ts';
import { PROTOCOL_ID } from '../../src/protocol/job-spec.ts';
import { optimizers, topologies } from '../../src/registry.ts';
import { sealedFile, temporaryFolder } from '../support/job/job-files.ts';
import { runHere } from '../support/job/run-here.ts';
import { tinyDataset } from '../support/job/tiny-dataset.ts';

interface Rules {
  /** What a team reads and says, by topology. */
  readonly teams: { readonly [topology: string]: string };
  /** What a method finds, by method and version. */
  readonly methods: { readonly [method: string]: string };
}

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'protocol-rules.json'), 'utf8'),
) as { readonly [protocol: string]: Rules };
const rules = recorded[PROTOCOL_ID];

const dataset = tinyDataset();
const model = sim.create({ endpoints: [], apiKey: null, timeoutMs: 1000, options: {} });
const { signal } = new AbortController();

/** All turns and answers of some teams on some tasks, in every message format. */
async function playedOut(topology: Topology): Promise<string> {
  const lineup = {
    roles: ['one', 'two', 'three', 'four'].map((id, index) => ({ id, priority: 4 - index })),
  };
  const roles = Object.fromEntries(lineup.roles.map(({ id }) => [id, `You are agent ${id}.`]));
  const formats =
    topology.parameters.find(({ name }) => name === 'communication')?.values ?? ([null] as const);
  const played = [];
  for (const communication of formats) {
    const parameters = {
      ...defaultParameters(topology.parameters),
      ...(communication === null ? {} : { communication }),
    };
    const candidate = { roles, demonstrations: {}, parameters };
    for (const task of dataset.tasks.slice(0, 3)) {
      const { transcript } = await evaluateTask(
        { dataset, topology, lineup, provider: model, model: 'sim' },
        {
          candidate,
          candidateId: candidateDigest(candidate),
          task,
          seed: 7,
          decoding: {
            temperature: 0.2,
            topP: 0.9,
            maxTokens: 4096,
            repetitionPenalty: 1,
            thinking: false,
          },
        },
        signal,
      );
      const turns = transcript?.turns.map(({ messages, output }) => ({ messages, output }));
      played.push({ turns, answer: transcript?.answer });
    }
  }
  return digest(played).slice(0, 16);
}

/** What a small job decided and measured, without the job's own hash. */
async function found(method: 'identity' | 'random' | 'maspo'): Promise<string> {
  const folder = temporaryFolder();
  await runHere({ folder, method, seed: 2 });
  const { incumbent, budget, candidates } = sealedFile(folder, 'optimization');
  const { selected, rows: validated } = sealedFile(folder, 'selection');
  const { rows: tested } = sealedFile(folder, 'test');
  const rows = [validated, tested].map(withoutNames);
  return digest([incumbent, budget, candidates, selected, rows]).slice(0, 16);
}

/** How a transcript is written down changes its name, how an error is counted its class, and nothing else. */
function withoutNames(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, item: unknown) =>
      key === 'trace' || key === 'errorClass' ? undefined : item,
    ),
  );
}

test('the rules of this protocol are recorded', () => {
  expect(Object.keys(recorded)).toContain(PROTOCOL_ID);
});

test.each(Object.entries(rules?.teams ?? {}))(
  '%s teams read and say what they did',
  async (id, expected) => {
    const topology = await topologies[id as keyof typeof topologies]();
    expect(await playedOut(topology)).toBe(expected);
  },
);

test.each(['identity', 'random', 'maspo'] as const)('%s finds what it found', async (id) => {
  const { version } = await optimizers[id]();
  expect(await found(id)).toBe(rules?.methods[`${id} ${version}`]);
});
