/** May a text that a model wrote become a role's prompt? Asked before a rollout is spent on it. */
import { tagsIn } from './tagged-text.ts';

export type PromptCheck =
  | { readonly ok: true; readonly prompt: string }
  | { readonly ok: false; readonly reason: string };

/** Characters that a prompt may always have; a longer parent may be kept, and grown by half. */
const LENGTH_CAP = 8_000;

const SCRIPTS = {
  Latin: /\p{Script=Latin}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  'East Asian': /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
};

/**
 * Accepts a rewritten prompt, trimmed and freed of one fence around the whole. Refuses it when it is empty, says the same
 * as its parent, is too long, holds tags or fences that the parent has not, loses or invents a placeholder (`{name}`), has
 * unbalanced braces, or is written in another script (languages of one script are not told apart).
 */
export function checkPrompt(text: string, parent: string): PromptCheck {
  const prompt = withoutFence(text.trim());
  const reason = fault(prompt, parent);
  return reason === null ? { ok: true, prompt } : { ok: false, reason };
}

function fault(prompt: string, parent: string): string | null {
  if (prompt === '') return 'empty';
  if (spaced(prompt) === spaced(parent)) return 'same as its parent';
  const cap = Math.max(LENGTH_CAP, Math.floor(parent.length * 1.5));
  if (prompt.length > cap) return `${prompt.length} characters, at most ${cap} are allowed`;
  if (/\p{Surrogate}/u.test(prompt)) return 'broken Unicode';
  const kept = new Set(tagsIn(parent));
  const stray = tagsIn(prompt).find((tag) => !kept.has(tag));
  if (stray !== undefined) return `left-over tag ${stray}`;
  if (prompt.includes('```') && !parent.includes('```')) return 'left-over code fence';
  return placeholderFault(prompt, parent) ?? scriptFault(prompt, parent);
}

function placeholderFault(prompt: string, parent: string): string | null {
  const before = placeholders(parent);
  const after = placeholders(prompt);
  const lost = [...before].find((name) => !after.has(name));
  if (lost !== undefined) return `lost the placeholder ${lost}`;
  const invented = [...after].find((name) => !before.has(name));
  if (invented !== undefined) return `invented the placeholder ${invented}`;
  return balance(prompt) !== 0 && balance(parent) === 0 ? 'unbalanced braces' : null;
}

function placeholders(text: string): Set<string> {
  return new Set(text.match(/\{{1,2}\s*[A-Za-z_][\w.]*\s*\}{1,2}/g));
}

function balance(text: string): number {
  return text.split('{').length - text.split('}').length;
}

function scriptFault(prompt: string, parent: string): string | null {
  const before = dominantScript(parent);
  const after = dominantScript(prompt);
  if (before === null || after === before) return null;
  return `written in ${after ?? 'no'} script, its parent in ${before}`;
}

function dominantScript(text: string): string | null {
  const counts = Object.entries(SCRIPTS).map(([name, letters]) => ({
    name,
    count: text.match(letters)?.length ?? 0,
  }));
  const top = counts.reduce((best, entry) => (entry.count > best.count ? entry : best));
  return top.count === 0 ? null : top.name;
}

function withoutFence(text: string): string {
  const inner = /^```\w*\n([\s\S]*)\n```$/.exec(text)?.[1];
  return inner === undefined || inner.includes('```') ? text : inner.trim();
}

function spaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
