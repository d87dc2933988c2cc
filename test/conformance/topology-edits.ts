/** What comes of a message that is put in place of what was said? A part of the suite for all topologies. */
import { expect, test } from 'vitest';
import type { TopologyParameters } from '../../src/core/candidate.ts';
import type { MessageEdit } from '../../src/core/optimizer.ts';
import type { Lineup, Topology } from '../../src/core/topology.ts';
import { messageFormat } from '../../src/evaluation/team/formats/message-format.ts';
import { runTrial, type TrialResult, transcriptOf } from './topology-spec-kit.ts';

const NO_CALLS = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
const TEXT = "Finding: I know better.\nProposed answer: [Port(name='edited')]";

export function describeEdits(
  subject: { readonly topology: Topology; readonly lineup: Lineup },
  parameters: TopologyParameters,
): void {
  const trial = { ...subject, parameters };
  const graph = subject.topology.graph(subject.lineup, parameters);

  test('a message in place of another asks nobody, and only who reads it is asked again', async () => {
    const whole = await runTrial(trial);
    const base = transcriptOf(whole);
    for (const { agent, role } of graph.agents) {
      const edit: MessageEdit = { role, agent, text: TEXT };
      const edited = await runTrial({ ...trial, base, edit });
      const place = ({ agent: own, round }: { agent: number; round: number }) => `${own}/${round}`;
      const asked = new Set(edited.asked.map(place));
      for (const turn of edited.turns) {
        const earlier = base.turns.find((other) => place(other) === place(turn));
        const isNew = JSON.stringify(earlier?.messages) !== JSON.stringify(turn.messages);
        if (turn.agent === agent && turn.round === 0) {
          expect(turn).toMatchObject({ output: TEXT, edited: true, formatParsed: null });
          expect([turn.usage, turn.reused]).toEqual([NO_CALLS, false]);
          expect(isNew || asked.has(place(turn))).toBe(false);
        } else {
          expect([asked.has(place(turn)), turn.reused]).toEqual([isNew, !isNew]);
        }
      }
      expect(edited.usage.modelCalls).toBe(edited.asked.length);
      expectHeard(edited, agent, parameters);
      // Without a base all others are asked; what comes of it is the same.
      const bare = await runTrial({ ...trial, edit });
      expect(bare.asked).toHaveLength(whole.asked.length - 1);
      expect(bare.answer).toEqual(edited.answer);
    }
  });

  test('what was put in place is never taken over into another run', async () => {
    const [first] = graph.agents;
    if (first === undefined) return;
    const edit = { role: first.role, agent: first.agent, text: TEXT };
    const edited = await runTrial({ ...trial, edit });
    const after = await runTrial({ ...trial, base: transcriptOf(edited) });
    expect(after.answer).toEqual((await runTrial(trial)).answer);
    expect(after.turns.some(({ edited: put }) => put === true)).toBe(false);
  });

  test('a message of a whole role is that of each of its agents', async () => {
    for (const { role } of graph.roles) {
      const own = graph.agents.filter((agent) => agent.role === role);
      const { turns } = await runTrial({ ...trial, edit: { role, text: TEXT } });
      const put = turns.filter(({ edited }) => edited === true);
      expect(put.map(({ agent }) => agent)).toEqual(own.map(({ agent }) => agent));
      expect(put.every(({ round, output }) => round === 0 && output === TEXT)).toBe(true);
    }
  });

  test('refuses a message of who is not there', async () => {
    const [first] = graph.agents;
    await expect(runTrial({ ...trial, edit: { role: 'nobody', text: TEXT } })).rejects.toThrow(
      /cannot edit a message of role nobody/,
    );
    const strange = { role: first?.role ?? '', agent: graph.agents.length, text: TEXT };
    await expect(runTrial({ ...trial, edit: strange })).rejects.toThrow(/no such agent/);
  });
}

/** Whoever read the agent reads the new message as the format hands it on; an agent that only answers has it as its answer. */
function expectHeard(run: TrialResult, agent: number, parameters: TopologyParameters): void {
  const report = messageFormat(parameters['communication']).read(TEXT).text;
  const readers = run.acted.filter(({ reports }) =>
    reports.some((one) => one.agent === agent && one.round === 0),
  );
  for (const { reports } of readers) {
    expect(reports.find((one) => one.agent === agent && one.round === 0)?.text).toBe(report);
    expect(run.turns.find((turn) => turn.messages[1]?.content.includes(report))).toBeDefined();
  }
  const isLast = !run.acted.some(({ round }) => round > 0) && readers.length === 0;
  if (!isLast) return;
  const votes = run.answer.votes.filter((vote) => vote.agent === agent);
  const said = votes.length > 0 ? votes.map(({ text }) => text) : [run.answer.answer];
  expect(said).toEqual([TEXT]);
}
