/** How good is each prompt of a role by itself, and how well do two prompts of neighbours fit? Ratings of probes. */
import type { Candidate, RoleId } from '../../core/candidate.ts';
import { clip } from '../../core/clip.ts';
import type { CompletionAsk, OptimizerContext } from '../../core/optimizer.ts';
import type { TeamGraph } from '../../core/topology.ts';
import { type RatedExample, ratingAsk, readRating } from '../kit/asks/pointwise-judge.ts';
import { probeAsk } from '../kit/asks/probe.ts';
import { type Edge, mostProbable } from '../kit/inference/max-product.ts';
import type { Situation } from '../kit/situations.ts';
import type { MaproOptions } from './options.ts';
import type { Pools } from './pools.ts';

export interface Beliefs {
  /** Per role the mean rating of each prompt of its pool, in [1e-6, 1]. */
  readonly nodes: ReadonlyMap<RoleId, readonly number[]>;
  /** The most probable prompt of each role. */
  readonly choices: ReadonlyMap<RoleId, number>;
}

export interface InferencePlan {
  readonly anchor: Candidate;
  readonly pools: Pools;
  readonly situations: readonly Situation[];
  readonly examples: readonly RatedExample[];
  readonly round: number;
}

/** What a rating is when the judge could not be read: it then speaks for no candidate and against none. */
const NO_OPINION = 0.5;

interface Probe {
  readonly role: RoleId;
  readonly choice: number;
  readonly situation: Situation;
  readonly output: string;
}

interface Link {
  readonly from: RoleId;
  readonly to: RoleId;
}

export async function inferAssignment(
  context: OptimizerContext,
  options: MaproOptions,
  plan: InferencePlan,
): Promise<Beliefs> {
  const graph = context.graph(plan.anchor);
  const probes = await runProbes(context, graph, plan);
  const links = graph.roles.flatMap(({ role, successors }) =>
    successors.map((to): Link => ({ from: role, to })),
  );
  const nodeAsks = probes.map((probe) => nodeAsk(options, plan, probe));
  const pairs = links.flatMap((link) => edgePairs(probes, plan.pools, link));
  const edgeAsks = pairs.map(({ probe, prompt }) => edgeAsk(options, probe, prompt));
  const asks = [...nodeAsks, ...edgeAsks];
  const replies = asks.length === 0 ? [] : await context.step(asks);
  const ratings = replies.map(({ text }) => readRating(text) ?? NO_OPINION);
  const nodes = nodeMeans(plan.pools, probes, ratings);
  const edgeRatings = ratings.slice(nodeAsks.length);
  const tables = new Map(
    links.map((link) => [link, edgeMeans(plan.pools, link, { pairs, ratings: edgeRatings })]),
  );
  return { nodes, choices: assign(graph, plan.pools, { nodes, tables }) };
}

async function runProbes(
  context: OptimizerContext,
  graph: TeamGraph,
  { pools, situations, round }: InferencePlan,
): Promise<Probe[]> {
  const planned = graph.roles.flatMap((node) =>
    (pools.get(node.role) ?? []).flatMap((prompt, choice) =>
      situations.map((situation) => ({ node, prompt, choice, situation })),
    ),
  );
  if (planned.length === 0) return [];
  const replies = await context.step(
    planned.map(({ node, prompt, situation }) =>
      probeAsk({ node, prompt, ...situation, sample: round }),
    ),
  );
  return planned.map(({ node, choice, situation }, index) => ({
    role: node.role,
    choice,
    situation,
    output: replies[index]?.text ?? '',
  }));
}

function nodeAsk(
  { judgeTemperature }: MaproOptions,
  { examples }: InferencePlan,
  { role, situation, output }: Probe,
): CompletionAsk {
  return ratingAsk({
    question: situation.task.brief.task,
    output,
    requirement: `The output of the role ${role} is right, complete and in the form that the team needs.`,
    examples,
    temperature: judgeTemperature,
  });
}

interface EdgePair {
  readonly link: Link;
  readonly probe: Probe;
  /** Of the reading role. */
  readonly choice: number;
  readonly prompt: string;
}

/** Every output of the sender with every prompt of the reader; a role that reads itself has one prompt for both. */
function edgePairs(probes: readonly Probe[], pools: Pools, link: Link): EdgePair[] {
  return probes
    .filter(({ role }) => role === link.from)
    .flatMap((probe) =>
      (pools.get(link.to) ?? []).flatMap((prompt, choice) =>
        link.from === link.to && choice !== probe.choice ? [] : [{ link, probe, choice, prompt }],
      ),
    );
}

function edgeAsk(
  { judgeTemperature }: MaproOptions,
  { situation, output, role }: Probe,
  prompt: string,
): CompletionAsk {
  return ratingAsk({
    question: situation.task.brief.task,
    output,
    requirement: `The output of the role ${role} is what a colleague with this prompt can work with:\n${clip(prompt, 2_000)}`,
    examples: [],
    temperature: judgeTemperature,
  });
}

function nodeMeans(
  pools: Pools,
  probes: readonly Probe[],
  ratings: readonly number[],
): Map<RoleId, number[]> {
  return new Map(
    [...pools].map(([role, pool]) => [
      role,
      pool.map((_, choice) =>
        meanOf(
          probes.flatMap((probe, index) =>
            probe.role === role && probe.choice === choice ? [ratings[index] ?? NO_OPINION] : [],
          ),
        ),
      ),
    ]),
  );
}

function edgeMeans(
  pools: Pools,
  link: Link,
  rated: { readonly pairs: readonly EdgePair[]; readonly ratings: readonly number[] },
): number[][] {
  const { pairs, ratings } = rated;
  const width = pools.get(link.to)?.length ?? 0;
  return (pools.get(link.from) ?? []).map((_, left) =>
    Array.from({ length: width }, (__, right) =>
      meanOf(
        pairs.flatMap((pair, index) =>
          pair.link === link && pair.probe.choice === left && pair.choice === right
            ? [ratings[index] ?? NO_OPINION]
            : [],
        ),
      ),
    ),
  );
}

function meanOf(values: readonly number[]): number {
  if (values.length === 0) return NO_OPINION;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Exact MAP over the roles. Agents that share a role share its prompt: its node counts once per agent, and where they read
 * each other, the link from the role to itself counts once per ordered pair, n (n - 1).
 */
export function assign(
  { roles, agents }: TeamGraph,
  pools: Pools,
  {
    nodes,
    tables,
  }: {
    readonly nodes: ReadonlyMap<RoleId, readonly number[]>;
    readonly tables: ReadonlyMap<Link, readonly (readonly number[])[]>;
  },
): Map<RoleId, number> {
  const order = roles.map(({ role }) => role);
  const seats = (role: RoleId): number => agents.filter((agent) => agent.role === role).length;
  const scaled = (value: number, times: number): number => times * Math.log(value);
  const edges = [...tables].map(([{ from, to }, table]): Edge => {
    const times = from === to ? seats(from) * (seats(from) - 1) : seats(from) * seats(to);
    return {
      from: order.indexOf(from),
      to: order.indexOf(to),
      table: table.map((row) => row.map((value) => scaled(value, times))),
    };
  });
  const chosen = mostProbable({
    nodes: order.map((role) => (nodes.get(role) ?? [1]).map((value) => scaled(value, seats(role)))),
    edges: edges.filter(({ from, to }) => from >= 0 && to >= 0),
  });
  return new Map(
    order.map((role, place) => [
      role,
      Math.min(chosen[place] ?? 0, (pools.get(role)?.length ?? 1) - 1),
    ]),
  );
}
