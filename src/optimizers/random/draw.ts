/** What is a random candidate? */
import { type Candidate, withParameters, withRolePrompt } from '../../core/candidate.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import { drawSetting } from '../../core/space.ts';
import { promptRequirements, proposalAsk, readProposal } from '../kit/asks/proposal.ts';
import type { RandomOptions } from './options.ts';

/** One candidate: a random reachable setting where the topology may change, and fresh rewrites of a random part of its roles. */
export async function drawCandidates(
  context: OptimizerContext,
  options: RandomOptions,
  { round, count }: { readonly round: number; readonly count: number },
): Promise<Candidate[]> {
  const drafts = Array.from({ length: count }, (_, index) => {
    const stream = context.random('random', 'draw', round, index);
    const setting = context.optimize.topology ? drawSetting(context.space, stream) : null;
    const seed = context.seedCandidate;
    const base = setting === null ? seed : withParameters(seed, setting);
    const { roles } = context.graph(base);
    const always = stream.integer(roles.length);
    const chosen = roles.filter((_, at) => stream.next() < options.rewriteChance || at === always);
    return {
      base,
      nodes: context.optimize.prompts ? chosen : [],
      sample: round * options.perRound + index,
    };
  });
  const requests = drafts.flatMap(({ base, nodes, sample }, draft) =>
    nodes.map((node) => {
      const prompt = base.roles[node.role] ?? '';
      const requirements = promptRequirements(node, context.train[0]?.brief.outputContract ?? '');
      const { proposalTemperature: temperature } = options;
      const ask = proposalAsk({
        role: node.role,
        description: '',
        prompt,
        cases: [],
        requirements,
        temperature,
        sample,
      });
      return { draft, role: node.role, prompt, ask };
    }),
  );
  const replies = requests.length === 0 ? [] : await context.step(requests.map(({ ask }) => ask));
  const candidates = drafts.map(({ base }) => base);
  requests.forEach(({ draft, role, prompt }, index) => {
    const check = readProposal(replies[index]?.text ?? null, prompt);
    const candidate = candidates[draft];
    if (check.ok && candidate !== undefined) {
      candidates[draft] = withRolePrompt(candidate, role, check.prompt);
    } else if (!check.ok) {
      context.note({
        kind: 'progress',
        message: `a rewrite of ${role} was refused: ${check.reason}`,
      });
    }
  });
  return candidates;
}
