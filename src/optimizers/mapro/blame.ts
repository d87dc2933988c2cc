/** Who is to blame for a failure? Messages that travel against the edges, from those who end the work to the rest. */
import type { Candidate, RoleId } from '../../core/candidate.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import { lessonsAsk, readLessons } from '../kit/asks/lessons.ts';
import { caseOf, type ProposalCase } from '../kit/asks/proposal.ts';
import type { Situation } from '../kit/situations.ts';
import type { MaproOptions } from './options.ts';
import { promptOf } from './pools.ts';

/** Characters of all blame that one role is shown. */
const LONGEST_BLAME = 800;

/** Lessons that a role may send to each of its predecessors per failure. */
const LINES = 2;

/**
 * Per role the failed tasks with what its readers blame it for. A role that nobody reads hears the evaluator's words only.
 * Levels of the graph go one after another, since blame is passed on; all failures of a level are asked at once.
 */
export async function blameRoles(
  context: OptimizerContext,
  options: MaproOptions,
  at: {
    readonly anchor: Candidate;
    readonly failures: readonly Situation[];
    readonly round: number;
  },
): Promise<Map<RoleId, ProposalCase[]>> {
  const { anchor, failures, round } = at;
  const heard = new Map<string, string[]>();
  const key = (role: RoleId, failure: number): string => `${failure} ${role}`;
  // From those who end the work to those who begin it.
  const order = [...context.graph(anchor).roles].reverse();
  for (const node of order) {
    const sources = node.predecessors.filter((source) => source !== node.role);
    if (sources.length === 0 || failures.length === 0) continue;
    const replies = await context.step(
      failures.map(({ task, rollout }, failure) => {
        const own = caseOf(node, task, rollout);
        const said = heard.get(key(node.role, failure)) ?? [];
        return lessonsAsk({
          role: sources.join(', '),
          rolePrompt: sources.map((source) => promptOf(anchor, source)).join('\n\n'),
          cases: [{ ...own, feedback: [own.feedback ?? '', ...said].join('\n') }],
          suggestions: [],
          count: LINES,
          purpose: `what ${node.role} needed from ${sources.join(', ')} and did not get`,
          temperature: options.proposalTemperature,
          sample: round,
        });
      }),
    );
    replies.forEach(({ text }, failure) => {
      const lines = readLessons(text, LINES).map((line) => `${node.role}: ${line}`);
      for (const source of sources) {
        const place = key(source, failure);
        heard.set(place, [...(heard.get(place) ?? []), ...lines]);
      }
    });
  }
  return new Map(
    order.map((node) => [
      node.role,
      failures.map(({ task, rollout }, failure) => {
        const own = caseOf(node, task, rollout);
        const said = (heard.get(key(node.role, failure)) ?? []).join('\n').slice(0, LONGEST_BLAME);
        return { ...own, feedback: said === '' ? own.feedback : `${own.feedback ?? ''}\n${said}` };
      }),
    ]),
  );
}
