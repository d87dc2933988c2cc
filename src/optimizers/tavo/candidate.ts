/** What does the team look like once it was told? One policy for all, prompts of their own, or both. */
import { type Candidate, type RoleId, withRolePrompt } from '../../core/candidate.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import type { RoleNode } from '../../core/topology.ts';
import { lessonsAsk, readLessons } from '../kit/asks/lessons.ts';
import {
  describeRole,
  promptRequirements,
  proposalAsk,
  readProposal,
} from '../kit/asks/proposal.ts';
import type { Credit } from './credit.ts';
import type { TavoOptions } from './options.ts';
import { withOverlay, withoutOverlay } from './overlay.ts';

export interface CandidatePlan {
  /** What the team runs on now. */
  readonly current: Candidate;
  readonly credit: Credit;
  readonly meta: readonly string[];
  readonly sample: number;
}

/** Cases that a refinement is shown. */
const SHOWN_CASES = 3;

/** Equal to `current` when nothing usable came back. */
export async function nextCandidate(
  context: OptimizerContext,
  options: TavoOptions,
  plan: CandidatePlan,
): Promise<Candidate> {
  const { roles } = context.graph(plan.current);
  const policy =
    options.mode === 'per-role' || plan.meta.length === 0 ? null : policyAsk(options, plan);
  const refined =
    options.mode === 'overlay'
      ? []
      : roles.filter(({ role }) => (plan.credit.suggestions.get(role) ?? []).length > 0);
  const asks = [
    ...(policy === null ? [] : [policy]),
    ...refined.map((node) => refineAsk(context, options, { plan, node })),
  ];
  if (asks.length === 0) return plan.current;
  const texts = (await context.step(asks)).map(({ text }) => text);
  const rules = policy === null ? [] : readLessons(texts.shift() ?? null, options.rules);
  let candidate = plan.current;
  if (options.mode !== 'per-role') candidate = onSeed(context, candidate);
  refined.forEach(({ role }, index) => {
    const check = readProposal(texts[index] ?? null, basePrompt(context, options, { plan, role }));
    if (check.ok) candidate = withRolePrompt(candidate, role, check.prompt);
    else context.note({ kind: 'progress', message: `${role} was not refined: ${check.reason}` });
  });
  if (options.mode === 'per-role') return candidate;
  // No rules came back: what the team was told before stays, rather than being forgotten by accident.
  if (rules.length === 0 && refined.length === 0) return plan.current;
  const told = Object.entries(candidate.roles).map(([role, prompt]) => [
    role,
    withOverlay(prompt, rules),
  ]);
  return { ...candidate, roles: Object.fromEntries(told) as Candidate['roles'] };
}

function policyAsk({ rules, creditTemperature }: TavoOptions, { meta, sample }: CandidatePlan) {
  return lessonsAsk({
    role: 'team',
    rolePrompt: '',
    cases: [],
    suggestions: meta,
    count: rules,
    purpose:
      'a policy for every role of the team: three rules at least, general and without contradiction',
    temperature: creditTemperature,
    sample,
  });
}

function refineAsk(
  context: OptimizerContext,
  options: TavoOptions,
  { plan, node }: { readonly plan: CandidatePlan; readonly node: RoleNode },
) {
  const own = plan.credit.suggestions.get(node.role) ?? [];
  const requirements = [
    promptRequirements(node, context.train[0]?.brief.outputContract ?? ''),
    `Suggestions for this role:\n${[...new Set(own)].map((text) => `- ${text}`).join('\n')}`,
    ...(plan.meta.length === 0
      ? []
      : [`What holds for the whole team:\n${plan.meta.map((text) => `- ${text}`).join('\n')}`]),
  ].join('\n');
  return proposalAsk({
    role: node.role,
    description: describeRole(node, context.graph(plan.current)),
    prompt: basePrompt(context, options, { plan, role: node.role }),
    cases: (plan.credit.cases.get(node.role) ?? []).slice(0, SHOWN_CASES),
    requirements,
    temperature: options.creditTemperature,
    sample: plan.sample,
  });
}

/** `hybrid` begins anew at the seed every time; `per-role` goes on from the last prompt. */
function basePrompt(
  { seedCandidate }: OptimizerContext,
  { mode }: TavoOptions,
  { plan, role }: { readonly plan: CandidatePlan; readonly role: RoleId },
): string {
  const source = mode === 'per-role' ? plan.current : seedCandidate;
  return withoutOverlay(source.roles[role] ?? '');
}

function onSeed({ seedCandidate }: OptimizerContext, current: Candidate): Candidate {
  return { ...current, roles: seedCandidate.roles };
}
