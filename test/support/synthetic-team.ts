/** What would a team score whose every success is a formula of the words in its prompts? */
import type { Candidate, RoleId, TopologyParameters } from '../../src/core/candidate.ts';
import { digest } from '../../src/core/json.ts';
import { randomStream } from '../../src/core/random.ts';
import type { SearchSpace } from '../../src/core/space.ts';
import type { Lineup, RoleNode, TeamGraph } from '../../src/core/topology.ts';

/**
 * `chain`: each reads the one before. `hub`: workers and a last role that reads all. `vote`: each answers alone.
 * `shared`: one role for all agents.
 */
export type Wiring = 'chain' | 'hub' | 'vote' | 'shared';

export const SKILLS_PER_ROLE = 3;
export const HARMS = ['harm1', 'harm2', 'harm3'];

/** The planted word that lets role `place` do its part `skill`. */
export function skillWord(place: number, skill: number): string {
  return `skill${place}x${skill}`;
}

/** Where the search may go besides the prompts. */
export const SYNTHETIC_SPACE: SearchSpace = [
  { name: 'teamSize', description: 'Agents.', values: [2, 4], ordered: true, default: 4 },
  { name: 'rounds', description: 'Rounds.', values: [1, 2, 3], ordered: true, default: 2 },
  {
    name: 'style',
    description: 'Messages.',
    values: ['a', 'b', 'c'],
    ordered: false,
    default: 'a',
  },
];

export function syntheticLineup(roles: readonly RoleId[]): Lineup {
  return { roles: roles.map((id, index) => ({ id, priority: index + 1 })) };
}

export function seedPrompts(roles: readonly RoleId[]): { [role: RoleId]: string } {
  return Object.fromEntries(
    roles.map((role, place) => [role, `You are unit ${place}. Do your part with care.`]),
  );
}

/** The first `teamSize` roles of the cast act. */
export function syntheticGraph(
  wiring: Wiring,
  roles: readonly RoleId[],
  parameters: TopologyParameters,
): TeamGraph {
  const cast =
    wiring === 'shared' ? roles.slice(0, 1) : roles.slice(0, Number(parameters['teamSize']));
  const last = cast.length - 1;
  const nodes = cast.map((role, place): RoleNode => {
    if (wiring === 'shared')
      return { role, predecessors: [role], successors: [role], terminal: true };
    if (wiring === 'vote') return { role, predecessors: [], successors: [], terminal: true };
    const before = wiring === 'chain' ? place - 1 : -1;
    const predecessors =
      wiring === 'hub' && place === last
        ? cast.slice(0, last)
        : cast.filter((_, at) => at === before);
    const after = wiring === 'chain' ? place + 1 : last;
    const successors = place === last ? [] : cast.filter((_, at) => at === after);
    return { role, predecessors, successors, terminal: place === last };
  });
  const agents = nodes.map(({ role, terminal }, agent) => ({ agent, role, answers: terminal }));
  return { agents, roles: nodes, callsPerTask: agents.length };
}

type Outputs = { readonly [role: RoleId]: string };

export interface SyntheticRun {
  readonly score: number;
  readonly feedback: string;
  readonly outputs: Outputs;
}

/** What is drawn of a world besides its candidates; drawn once, however many ask. */
export interface SyntheticWorld {
  readonly seed: number;
  readonly roles: readonly RoleId[];
  /** The word that a task needs, and the place of the role that needs it. */
  needOf(task: number): { readonly place: number; readonly word: string };
  /** In [0, 1): luck that all candidates share on a task and sample. */
  luckOf(task: number, replicate: number): number;
}

export function syntheticWorld(seed: number, roles: readonly RoleId[]): SyntheticWorld {
  const needOf = (task: number): { place: number; word: string } => {
    const stream = randomStream('synthetic', seed, 'need', task);
    const place = stream.integer(roles.length);
    return { place, word: skillWord(place, stream.integer(SKILLS_PER_ROLE)) };
  };
  const luckOf = (task: number, replicate: number): number =>
    randomStream('synthetic', seed, 'luck', task, replicate).next();
  return { seed, roles, needOf: remembering(needOf), luckOf: remembering(luckOf) };
}

function remembering<A extends readonly number[], T>(draw: (...at: A) => T): (...at: A) => T {
  const drawn = new Map<string, T>();
  return (...at) => {
    const key = at.join(' ');
    const known = drawn.get(key) ?? draw(...at);
    drawn.set(key, known);
    return known;
  };
}

/** A candidate in its world. */
export interface SyntheticTeam {
  readonly world: SyntheticWorld;
  readonly graph: TeamGraph;
  readonly candidate: Candidate;
  /** Equal for equal prompts at equal places and equal settings, whatever roles are called. */
  readonly content: string;
}

export function syntheticTeam(
  world: SyntheticWorld,
  graph: TeamGraph,
  candidate: Candidate,
): SyntheticTeam {
  const prompts = world.roles.map((role) => candidate.roles[role] ?? '');
  const parameters = withoutNames(candidate.parameters, world.roles);
  return { world, graph, candidate, content: digest({ prompts, parameters }) };
}

export interface RunPlan {
  /** Position of the task: its id never matters. */
  readonly task: number;
  readonly replicate: number;
  readonly mask: readonly RoleId[];
  /** Outputs differ whenever anything that a role reads differs, not only when its quality does. */
  readonly wordy?: boolean;
  /** A message in place of what a role would have said. */
  readonly edit?: { readonly role: RoleId; readonly text: string } | null;
}

/** Chance of success in [0, 1]: what the search should raise. */
export function successChance(team: SyntheticTeam, plan: RunPlan): number {
  const { candidate, graph, world } = team;
  const { mask, edit = null } = plan;
  const need = world.needOf(plan.task);
  const acting = graph.roles.filter(({ role }) => !mask.includes(role));
  const text = acting.map(({ role }) => candidate.roles[role] ?? '').join(' ');
  const owner = world.roles[need.place] ?? '';
  // A message does what a prompt would: the one of the role in need has to hold what is needed.
  const source = edit?.role === owner ? edit.text : (candidate.roles[owner] ?? '');
  const met = acting.some(({ role }) => role === owner) && source.includes(need.word);
  const harms = HARMS.filter((word) => text.includes(word)).length;
  const { rounds, style } = candidate.parameters;
  const setting = (rounds === 3 ? 0.08 : 0) + (style === 'b' ? 0.08 : 0);
  return Math.max(0.02, (met ? 0.75 : 0.25) + setting - 0.08 * harms);
}

/** One rollout: a pure function of content, task position and replicate, never of a name. */
export function runSynthetic(team: SyntheticTeam, plan: RunPlan): SyntheticRun {
  const { world, content } = team;
  const { task, replicate } = plan;
  // Most luck belongs to the task and is shared by both arms; the rest makes paired differences noisy.
  const own = randomStream('synthetic', world.seed, 'own', task, replicate, content);
  const luck = own.next() < 0.25 ? own.next() : world.luckOf(task, replicate);
  const success = luck < successChance(team, plan);
  const { word } = world.needOf(task);
  const feedback = success ? 'right' : `wrong: the step that needs ${word} failed`;
  return { score: success ? 1 : 0, feedback, outputs: outputsOf(team, plan) };
}

/** What each role that acts says, by what it lacks and by what it reads. */
function outputsOf({ world, graph, candidate }: SyntheticTeam, plan: RunPlan): Outputs {
  const need = world.needOf(plan.task);
  const outputs: { [role: RoleId]: string } = {};
  for (const { role, predecessors } of graph.roles) {
    if (plan.mask.includes(role)) continue;
    const place = world.roles.indexOf(role);
    const prompt = candidate.roles[role] ?? '';
    const lacks = place === need.place && !prompt.includes(need.word);
    const harms = HARMS.filter((word) => prompt.includes(word)).length;
    const before = predecessors.flatMap((source) =>
      source === role ? [] : [qualityOf(outputs[source] ?? '')],
    );
    const quality = Math.min(1, ...before) * (lacks ? 0.3 : 1) * 0.8 ** harms;
    const read = predecessors.map((source) => outputs[source] ?? '');
    const words = plan.wordy === true ? ` ${digest([prompt, ...read]).slice(0, 8)}` : '';
    outputs[role] =
      plan.edit?.role === role
        ? plan.edit.text
        : `unit ${place} on task ${plan.task}: q=${quality.toFixed(4)}${words}`;
  }
  return outputs;
}

/** Places instead of the roles that parameters are named after. */
export function withoutNames(
  parameters: TopologyParameters,
  roles: readonly RoleId[],
): TopologyParameters {
  const place = (word: string): string => (roles.includes(word) ? `${roles.indexOf(word)}` : word);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.split('.').map(place).join('.'),
      value,
    ]),
  );
}

export function qualityOf(output: string): number {
  return Number(/q=([\d.]+)/.exec(output)?.[1] ?? 0);
}

/** Mean chance of success over many fresh tasks: a candidate's worth, which no method can see. */
export function trueWorth(team: SyntheticTeam, tasks = 400): number {
  let sum = 0;
  for (let task = 0; task < tasks; task += 1) {
    sum += successChance(team, { task: 10_000 + task, replicate: 0, mask: [] });
  }
  return sum / tasks;
}
