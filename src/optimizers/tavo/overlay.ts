/** How does a policy stand in a prompt, so that it can be taken out again? */
import { digest } from '../../core/json.ts';

const OPEN = /\n\nTeam policy \[[0-9a-f]{8}\]:\n/;

/** Exactly one policy at the end, whatever the prompt held before. The id names the rules. */
export function withOverlay(prompt: string, rules: readonly string[]): string {
  const base = withoutOverlay(prompt);
  if (rules.length === 0) return base;
  const lines = rules.map((rule) => `- ${rule}`).join('\n');
  return `${base}\n\nTeam policy [${digest(rules).slice(0, 8)}]:\n${lines}`;
}

/** The prompt as it was before a policy was appended. */
export function withoutOverlay(prompt: string): string {
  const found = OPEN.exec(prompt);
  return found === null ? prompt : prompt.slice(0, found.index);
}
