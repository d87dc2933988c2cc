/** What does the weakest role learn from the team's cases, and how do lessons stand in its prompt? */
import { type Candidate, type RoleId, withRolePrompt } from '../../core/candidate.ts';
import type { CompletionAsk } from '../../core/optimizer.ts';
import type { RoleNode } from '../../core/topology.ts';
import { lessonsAsk } from '../kit/asks/lessons.ts';
import { caseOf, type ProposalCase } from '../kit/asks/proposal.ts';
import type { Situation } from '../kit/situations.ts';
import type { HivemindOptions } from './options.ts';

const HEADER = 'Lessons from earlier tasks:';

/** Lessons that a reflection is asked for at least. */
const FEWEST = 3;

/** Per role, the oldest first. */
export type Lessons = ReadonlyMap<RoleId, readonly string[]>;

/** The last `kept` lessons; one that is learned again counts as new. */
export function learned(
  before: readonly string[],
  fresh: readonly string[],
  kept: number,
): string[] {
  return [...before.filter((lesson) => !fresh.includes(lesson)), ...fresh].slice(-kept);
}

/** The seed prompt, the header and the lessons: nothing else is ever in a prompt. */
export function withLessons(
  candidate: Candidate,
  seed: Candidate,
  { role, lessons }: { readonly role: RoleId; readonly lessons: readonly string[] },
): Candidate {
  const base = seed.roles[role] ?? '';
  const lines = lessons.map((lesson) => `- ${lesson}`).join('\n');
  return withRolePrompt(candidate, role, `${base}\n\n${HEADER}\n${lines}`);
}

/** Lost cases of the whole team first, then won ones. */
export function reflectionAsk(
  options: HivemindOptions,
  about: {
    readonly node: RoleNode;
    readonly candidate: Candidate;
    readonly situations: readonly Situation[];
    readonly cycle: number;
  },
): CompletionAsk {
  const { node, candidate, situations, cycle } = about;
  const isWon = ({ rollout }: Situation): boolean => rollout.score >= options.solved;
  const cases = [
    ...situations.filter((situation) => !isWon(situation)).map(shown(node, 'LOST')),
    ...situations.filter(isWon).map(shown(node, 'WON')),
  ];
  const fewest = Math.min(FEWEST, options.lessons);
  return lessonsAsk({
    role: node.role,
    rolePrompt: candidate.roles[node.role] ?? '',
    cases,
    suggestions: [],
    count: options.lessons,
    purpose: `${fewest} at least: what this role must do otherwise so that the cases marked LOST are won, and what it must keep doing so that those marked WON stay won; nothing that its prompt already says`,
    temperature: options.reflectionTemperature,
    sample: cycle,
  });
}

function shown(node: RoleNode, mark: 'LOST' | 'WON') {
  return ({ task, rollout }: Situation): ProposalCase => {
    const plain = caseOf(node, task, rollout);
    return { ...plain, feedback: `${mark}, score ${rollout.score.toFixed(2)}. ${plain.feedback}` };
  };
}
