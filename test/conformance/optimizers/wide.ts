/** Does a method keep the contract where it may change roles, edges, worked examples and temperature as well? */
import { expect } from 'vitest';
import { candidateDigest } from '../../../src/core/candidate.ts';
import { ROLES } from '../../support/synthetic-context.ts';
import { withoutNames } from '../../support/synthetic-team.ts';
import { BOTH, type Check, keptSteps, type Run, TOPOLOGY } from './trial.ts';

const RENAMED = ['zeta', 'alpha', 'mid', 'omega'];

export function describeWide(run: Run, check: Check): void {
  check(
    'wide: asks only for teams within the bound, and says before where they came from',
    async () => {
      for (const optimize of [BOTH, TOPOLOGY]) {
        const { job, result } = await run({ wide: true, optimize });
        const { context } = job;
        const seedCalls = context.graph(context.seedCandidate).callsPerTask;
        const noted = new Set([candidateDigest(context.seedCandidate)]);
        for (const event of job.events) {
          if (!('candidate' in event)) continue;
          for (const parent of event.parents) expect(noted).toContain(parent);
          noted.add(candidateDigest(event.candidate));
        }
        const candidates = job.asks
          .flat()
          .flatMap((ask) => (ask.kind === 'rollouts' ? [ask.candidate] : []));
        for (const candidate of [...candidates, result.incumbent]) {
          expect(noted).toContain(candidateDigest(candidate));
          expect(context.space.reach(candidate.parameters)).toEqual(candidate.parameters);
          expect(context.graph(candidate).callsPerTask).toBeLessThanOrEqual(seedCalls);
          const examples = Number(candidate.parameters['demonstrations'] ?? 0);
          if (examples > 0) {
            expect(Object.keys(candidate.demonstrations)).toEqual(expect.arrayContaining(ROLES));
          }
        }
        expect(context.budget().charged).toBeLessThanOrEqual(context.budget().maximum);
      }
    },
  );

  check('wide: ends the same when it was killed half way, and under other names', async () => {
    const options = { wide: true, seed: 3, optimize: BOTH };
    const whole = await run(options);
    const half = Math.floor(whole.job.steps.length / 2);
    const resumed = await run({ ...options, replay: keptSteps(whole.job, half) });
    expect(resumed.result).toEqual(whole.result);
    expect(resumed.job.events).toEqual(whole.job.events);
    const renamed = await run({ ...options, roles: RENAMED });
    expect(unnamed(renamed, RENAMED)).toEqual(unnamed(whole, ROLES));
  });
}

/** What came out, with places instead of names of roles. */
function unnamed({ job, result }: Awaited<ReturnType<Run>>, roles: readonly string[]): unknown {
  const { incumbent, stop } = result;
  return {
    stop,
    charged: job.steps.map((step) => step.charged),
    decisions: job.events.map(({ kind }) => kind),
    prompts: roles.map((role) => incumbent.roles[role]),
    parameters: withoutNames(incumbent.parameters, roles),
  };
}
