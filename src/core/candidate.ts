/** What is optimised? Plain data: role prompts, demonstrations and topology parameters. */
import { digest } from './json.ts';

/** A role's name inside a team, for example `verifier`. Several agents may share one role. */
export type RoleId = string;

export interface Demonstration {
  readonly input: string;
  readonly output: string;
}

export type ParameterValue = string | number;

/** One value per topology parameter, for example `{ teamSize: 4, rounds: 2, communication: 'freeform' }`. */
export type TopologyParameters = { readonly [name: string]: ParameterValue };

/**
 * A configuration of a team. `roles` holds a prompt for every role that any reachable parameter setting uses, so a
 * change of team size never lacks a prompt. Never mutated; provenance is kept beside it, never inside.
 */
export interface Candidate {
  readonly roles: { readonly [role: RoleId]: string };
  readonly demonstrations: { readonly [role: RoleId]: readonly Demonstration[] };
  readonly parameters: TopologyParameters;
}

export type CandidateDigest = string;

/** SHA-256 over the candidate's content only: two candidates with equal text and parameters are one candidate. */
export function candidateDigest(candidate: Candidate): CandidateDigest {
  return digest({
    roles: candidate.roles,
    demonstrations: candidate.demonstrations,
    parameters: candidate.parameters,
  });
}

export function withRolePrompt(candidate: Candidate, role: RoleId, prompt: string): Candidate {
  return { ...candidate, roles: { ...candidate.roles, [role]: prompt } };
}

export function withParameters(candidate: Candidate, parameters: TopologyParameters): Candidate {
  return { ...candidate, parameters };
}
