/** What does a whole job use, phase by phase, when a dry run of it went so? */
import type { Phase } from '../../core/events.ts';
import type { Channel, Usage } from '../../core/model.ts';
import type { Bound } from './bounds.ts';
import type { DryRun } from './dry/dry-run.ts';
import { noTallies, plus, type Step, type Tallies, times } from './dry/tally.ts';
import { agentUsage, methodUsage, type TokenBasis } from './token-basis.ts';

export const CHANNELS = ['task', 'probe', 'reflect', 'judge'] as const satisfies readonly Channel[];

export const PHASES = ['optimize', 'validate', 'test'] as const satisfies readonly Phase[];

export interface PhaseWork {
  readonly tallies: Tallies;
  readonly steps: readonly Step[];
}

export type Work = { readonly [Name in Phase]: PhaseWork };

export interface WorkShape {
  /** Held-out tasks for each validation task. */
  readonly testRatio: number;
  /** Phases that are run; later ones are left out. */
  readonly phases: readonly Phase[];
  /** True where another job has measured the seed team already. */
  readonly seedIsMeasured: boolean;
  /** Does a configuration come back that is not the seed, is measured beside it, and is deployed? */
  readonly deploys: boolean;
  /** Rollouts of the budget for each of the dry run: above 1 where that was cut short. */
  readonly searchRatio: number;
  /** Model calls of a turn that is offered functions. */
  readonly toolTurns: number;
}

export function workOf(run: DryRun, shape: WorkShape): Work {
  const nothing: PhaseWork = { tallies: noTallies(), steps: [] };
  const seed = shape.seedIsMeasured ? nothing : run.seed;
  const both = together(seed, (shape.deploys ? run.incumbent : null) ?? nothing);
  const scaled = (work: PhaseWork, ratio: number): PhaseWork =>
    withToolTurns(grown(work, ratio), shape.toolTurns);
  const asked = (phase: Phase, work: PhaseWork) => (shape.phases.includes(phase) ? work : nothing);
  return {
    optimize: asked(
      'optimize',
      withToolTurns(longer(run.search, shape.searchRatio), shape.toolTurns),
    ),
    validate: asked('validate', scaled(both, 1)),
    test: asked('test', scaled(both, shape.testRatio)),
  };
}

export function usageOf(
  work: Work,
  basis: TokenBasis,
  bound: Bound,
): { readonly [Name in Phase]: { readonly [Name in Channel]: Usage } } {
  const phase = ({ tallies }: PhaseWork) => ({
    task: agentUsage(tallies.task, basis, bound),
    probe: agentUsage(tallies.probe, basis, bound),
    reflect: methodUsage(tallies.reflect, basis, bound),
    judge: methodUsage(tallies.judge, basis, bound),
  });
  return {
    optimize: phase(work.optimize),
    validate: phase(work.validate),
    test: phase(work.test),
  };
}

/** Both arms of a measurement are run side by side: one step. */
function together(left: PhaseWork, right: PhaseWork): PhaseWork {
  const steps = [...left.steps, ...right.steps];
  const sum = (of: (step: Step) => number): number =>
    steps.reduce((total, step) => total + of(step), 0);
  return {
    tallies: combined(left.tallies, right.tallies),
    steps: [
      {
        depth: Math.max(0, ...steps.map(({ depth }) => depth)),
        agentCalls: sum(({ agentCalls }) => agentCalls),
        methodCalls: sum(({ methodCalls }) => methodCalls),
      },
    ],
  };
}

/** More tasks in the same steps. */
function grown({ tallies, steps }: PhaseWork, ratio: number): PhaseWork {
  return {
    tallies: scaledTallies(tallies, ratio),
    steps: steps.map((step) => ({ ...step, agentCalls: step.agentCalls * ratio })),
  };
}

/** More steps of the same kind. */
function longer({ tallies, steps }: PhaseWork, ratio: number): PhaseWork {
  if (ratio === 1) return { tallies, steps };
  const more = steps.map((step) => ({
    depth: step.depth * ratio,
    agentCalls: step.agentCalls * ratio,
    methodCalls: step.methodCalls * ratio,
  }));
  return { tallies: scaledTallies(tallies, ratio), steps: more };
}

/** An agent that carries out its calls asks again after each. */
function withToolTurns({ tallies, steps }: PhaseWork, turns: number): PhaseWork {
  const { calls, offered } = tallies.task;
  if (offered === 0 || turns === 1) return { tallies, steps };
  const ratio = (calls + offered * (turns - 1)) / calls;
  return {
    tallies: { ...tallies, task: times(tallies.task, ratio) },
    steps: steps.map((step) => ({
      ...step,
      depth: step.depth * ratio,
      agentCalls: step.agentCalls * ratio,
    })),
  };
}

function scaledTallies(tallies: Tallies, ratio: number): Tallies {
  return byChannel((channel) => times(tallies[channel], ratio));
}

function combined(left: Tallies, right: Tallies): Tallies {
  return byChannel((channel) => plus(left[channel], right[channel]));
}

function byChannel(of: (channel: Channel) => Tallies[Channel]): Tallies {
  return { task: of('task'), probe: of('probe'), reflect: of('reflect'), judge: of('judge') };
}
