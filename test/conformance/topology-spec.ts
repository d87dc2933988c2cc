/** What must hold for every topology? One suite, run over each of them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TopologyParameters } from '../../src/core/candidate.ts';
import { ModelError, UsageError } from '../../src/core/errors.ts';
import { defaultParameters, enumerateSettings } from '../../src/core/space.ts';
import type { Lineup, RoleNode, Topology } from '../../src/core/topology.ts';
import { describeEdits } from './topology-edits.ts';
import {
  brief,
  candidateFor,
  replyWith,
  runTrial,
  type Script,
  type TrialResult,
  transcriptOf,
} from './topology-spec-kit.ts';

export interface TopologySubject {
  readonly topology: Topology;
  readonly lineup: Lineup;
  /** Team sizes to run; off-grid sizes belong here too. */
  readonly sizes: readonly number[];
  /** Rounds to run; empty when the topology has no such parameter. */
  readonly rounds: readonly number[];
  /** Further settings, over the defaults. */
  readonly beyond?: readonly TopologyParameters[];
}

export function describeTopology(subject: TopologySubject): void {
  const { parameters: usual } = subject.topology;
  const beyond = (subject.beyond ?? []).map((more) => ({ ...defaultParameters(usual), ...more }));
  const settings = [...settingsOf(subject), ...beyond];
  describe(`topology ${subject.topology.id}`, () => {
    describeSpace(subject);
    describe.each(settings)('%j', (parameters) => {
      describeGraph(subject, parameters);
      describeRun(subject, parameters);
      describeMasks(subject, parameters);
      describePartialRuns(subject, parameters);
      describeEdits(subject, parameters);
      describeFailures(subject, parameters);
    });
  });
}

function settingsOf({ topology, sizes, rounds }: TopologySubject): TopologyParameters[] {
  return enumerateSettings(
    topology.parameters.map((spec) => {
      if (spec.name === 'teamSize') return { ...spec, values: sizes };
      return spec.name === 'rounds' ? { ...spec, values: rounds } : spec;
    }),
    {},
  );
}

function describeSpace({ topology, lineup }: TopologySubject): void {
  test('declares each parameter once, with its default among the values', () => {
    const names = topology.parameters.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const spec of topology.parameters) expect(spec.values).toContain(spec.default);
    expect(names).toContain('teamSize');
  });

  test.each(
    topology.parameters.flatMap(({ name, default: usual }) =>
      (typeof usual === 'number'
        ? [0, -1, 1.5, Number.NaN, Infinity, '4', '']
        : ['', 'telepathy', 3]
      ).map((value) => ({ name, value })),
    ),
  )('refuses $name = $value and names both', ({ name, value }) => {
    expect(() => topology.graph(lineup, { [name]: value })).toThrow(UsageError);
    expect(() => topology.graph(lineup, { [name]: value })).toThrow(name);
    expect(() => topology.graph(lineup, { [name]: value })).toThrow(
      typeof value === 'string' ? `got "${value}"` : `got ${value}`,
    );
  });

  test('refuses unknown parameters and empty or repeated roles', () => {
    expect(() => topology.graph(lineup, { teamsize: 2 })).toThrow(/no parameter "teamsize"/);
    expect(() => topology.graph({ roles: [] }, {})).toThrow(UsageError);
    expect(() => topology.graph({ roles: [...lineup.roles, ...lineup.roles] }, {})).toThrow(
      /twice/,
    );
  });

  test('takes defaults for what is left out', () => {
    const defaults = Object.fromEntries(
      topology.parameters.map((spec) => [spec.name, spec.default]),
    );
    expect(topology.graph(lineup, {})).toEqual(topology.graph(lineup, defaults));
  });
}

function describeGraph(
  { topology, lineup }: TopologySubject,
  parameters: TopologyParameters,
): void {
  test('the graph numbers its agents and orders exactly their roles', () => {
    const graph = topology.graph(lineup, parameters);
    if (!Object.values(parameters).includes('absent')) {
      expect(graph.agents).toHaveLength(Number(parameters['teamSize']));
    }
    expect(graph.agents.map(({ agent }) => agent)).toEqual(graph.agents.map((_, index) => index));
    expect(new Set(graph.roles.map(({ role }) => role))).toEqual(
      new Set(graph.agents.map(({ role }) => role)),
    );
    const order = graph.roles.map(({ role }) => role);
    expect(new Set(order).size).toBe(order.length);
    const nodeOf = (role: string) => graph.roles.find((node) => node.role === role);
    for (const node of graph.roles) {
      for (const before of node.predecessors) {
        expect(order.indexOf(before)).toBeLessThan(order.indexOf(node.role));
        expect(nodeOf(before)?.successors).toContain(node.role);
      }
      for (const after of node.successors) {
        expect(nodeOf(after)?.predecessors).toContain(node.role);
      }
      // Every terminal role has an answering agent, and no other role has one.
      const answering = graph.agents.some(({ role, answers }) => role === node.role && answers);
      expect(answering).toBe(node.terminal);
      expect(node.terminal).toBe(node.successors.length === 0);
    }
  });

  test('the graph is a pure function that leaves its arguments alone', () => {
    const frozen = { roles: Object.freeze(lineup.roles.map((role) => Object.freeze({ ...role }))) };
    const setting = Object.freeze({ ...parameters });
    expect(topology.graph(frozen, setting)).toEqual(topology.graph(lineup, parameters));
  });
}

function describeRun(subject: TopologySubject, parameters: TopologyParameters): void {
  const trial = { ...subject, parameters };

  test('asks its own agents only, as often as the graph says, and ends', async () => {
    const graph = subject.topology.graph(subject.lineup, parameters);
    const run = await runTrial(trial);
    expect(run.asked).toHaveLength(graph.callsPerTask);
    expect(run.usage.modelCalls).toBe(graph.callsPerTask);
    for (const { agent, role } of run.asked) expect(graph.agents[agent]?.role).toBe(role);
    expect(Object.keys(run.roleOutputs).sort()).toEqual(graph.roles.map(({ role }) => role).sort());
    const places = run.turns.map(({ round, agent }) => round * 1e6 + agent);
    expect(places).toEqual([...new Set(places)].sort((left, right) => left - right));
  });

  test('gives the same result whatever reply comes first', async () => {
    const prompt = await runTrial(trial);
    for (const latencySeed of [1, 2, 3]) {
      expect(outcome(await runTrial({ ...trial, latencySeed }))).toEqual(outcome(prompt));
    }
  });

  test('reads only messages that were written before, never its own', async () => {
    const run = await runTrial({ ...trial, latencySeed: 5 });
    run.acted.forEach((turn, position) => {
      const before = run.acted.slice(0, position);
      for (const report of turn.reports) {
        expect(report.agent).not.toBe(turn.agent);
        expect(report.round).toBeLessThanOrEqual(turn.round);
        const source = before.find(
          ({ agent, round }) => agent === report.agent && round === report.round,
        );
        expect(source?.handsOff).toBe(true);
      }
      const order = turn.reports.map(({ round, agent }) => round * 1e6 + agent);
      expect(order).toEqual([...order].sort((left, right) => left - right));
    });
  });

  test('submits a reply that was written under the output contract', async () => {
    const run = await runTrial(trial);
    expect(answerTurns(run).length).toBeGreaterThan(0);
  });

  test.each([
    ['nothing', () => ''],
    ['blanks', () => ' \n\t '],
    ['an unfinished thought', () => "<think>maybe [Port(name='0')]"],
  ] as [string, Script][])('survives agents that say %s', async (_name, script) => {
    const run = await runTrial({ ...trial, script });
    expect(run.asked).toHaveLength(subject.topology.graph(subject.lineup, parameters).callsPerTask);
    expect(run.answer.answer.trim()).toBe('');
    for (const { reports } of run.acted) {
      for (const report of reports) expect(report.text).toBe('(no answer)');
    }
  });

  test('survives garbage', async () => {
    const script: Script = ({ agent }) => `\u0000\uD800 {"a": [[[ ${'}{'.repeat(200)} ${agent}`;
    const run = await runTrial({ ...trial, script });
    expect(run.asked.length).toBe(run.usage.modelCalls);
    expect(run.format.parsed).toBe(0);
  });
}

function describeMasks(subject: TopologySubject, parameters: TopologyParameters): void {
  const graph = subject.topology.graph(subject.lineup, parameters);
  const roles = graph.roles.map(({ role }) => role);

  test('leaves masked roles out, whichever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(roles), async (mask) => {
        const run = await runTrial({ ...subject, parameters, mask });
        const active = roles.filter((role) => !mask.includes(role));
        expect([...new Set(run.asked.map(({ role }) => role))].sort()).toEqual([...active].sort());
        const sources = run.acted.flatMap(({ reports }) => reports.map(({ role }) => role));
        for (const role of [...sources, ...Object.keys(run.roleOutputs)]) {
          expect(mask).not.toContain(role);
        }
        if (active.length === 0) expect(run.answer).toEqual({ answer: '', votes: [] });
        else expect(answerTurns(run).length).toBeGreaterThan(0);
      }),
      { numRuns: Math.min(2 ** roles.length, 24) },
    );
  });
}

function describePartialRuns(subject: TopologySubject, parameters: TopologyParameters): void {
  const trial = { ...subject, parameters };
  const graph = subject.topology.graph(subject.lineup, parameters);

  test('asks nobody again when nothing has changed', async () => {
    const whole = await runTrial(trial);
    const again = await runTrial({ ...trial, base: transcriptOf(whole) });
    expect(again.asked).toEqual([]);
    expect(again.usage).toEqual({ modelCalls: 0, inputTokens: 0, outputTokens: 0 });
    expect(again.turns.every(({ reused }) => reused)).toBe(true);
    expect(again.answer).toEqual(whole.answer);
    expect(again.format).toEqual(whole.format);
    expect(again.roleOutputs).toEqual(whole.roleOutputs);
  });

  test('asks again only the changed role and what depends on it, and ends like a whole run', async () => {
    const seed = candidateFor(subject.lineup, parameters);
    const base = transcriptOf(await runTrial(trial));
    for (const { role } of graph.roles) {
      const candidate = { ...seed, roles: { ...seed.roles, [role]: 'You are new here.' } };
      const partial = await runTrial({ ...trial, candidate, base, latencySeed: 6 });
      const whole = await runTrial({ ...trial, candidate });
      const reachable = downstream(graph.roles, role);
      const askedRoles = new Set(partial.asked.map((request) => request.role));
      // Peers of several rounds reach each other although no order stands between their roles.
      if (Number(parameters['rounds'] ?? 1) === 1) {
        for (const one of askedRoles) expect(reachable).toContain(one);
      }
      expect(askedRoles).toContain(role);
      expect(outcome(partial)).toEqual(outcome(whole));
      for (const turn of partial.turns.filter(({ reused }) => reused)) {
        const earlier = base.turns.find(
          ({ agent, round }) => agent === turn.agent && round === turn.round,
        );
        expect(turn).toEqual({
          ...earlier,
          reused: true,
          usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
        });
      }
    }
  });
}

function describeFailures(subject: TopologySubject, parameters: TopologyParameters): void {
  test('lets a failed call end the rollout, after the calls beside it', async () => {
    const { agents } = subject.topology.graph(subject.lineup, parameters);
    const failing = agents.length - 1;
    const failure = new ModelError('connection refused', { kind: 'connection', retry: true });
    const finished: number[] = [];
    const script: Script = ({ agent }) => {
      if (agent === failing) throw failure;
      finished.push(agent);
      return replyWith('fine').text;
    };
    await expect(runTrial({ ...subject, parameters, script, latencySeed: 7 })).rejects.toBe(
      failure,
    );
    expect(finished.sort((left, right) => left - right)).toEqual(
      agents.slice(0, -1).map(({ agent }) => agent),
    );
  });
}

/** What may not depend on timing, or on where a turn came from. */
function outcome(run: TrialResult): unknown {
  return {
    answer: run.answer,
    roleOutputs: run.roleOutputs,
    format: run.format,
    turns: run.turns.map(({ agent, role, round, messages, output, formatParsed }) => ({
      agent,
      role,
      round,
      messages,
      output,
      formatParsed,
    })),
  };
}

/** Turns of the last round whose text is the answer and whose prompt held the output contract. */
function answerTurns(run: TrialResult) {
  const lastRound = Math.max(...run.turns.map(({ round }) => round));
  return run.turns.filter(
    ({ round, output, messages }) =>
      round === lastRound &&
      output === run.answer.answer &&
      messages[0]?.content.includes(`Output contract (fixed):\n${brief.outputContract}`),
  );
}

function downstream(roles: readonly RoleNode[], start: string): Set<string> {
  const reached = new Set([start]);
  // Topological order: one pass is enough.
  for (const { role, predecessors } of roles) {
    if (predecessors.some((before) => reached.has(before))) reached.add(role);
  }
  return reached;
}
