/** Which part of a request is what: role prompt, contracts, task, messages of the team, instruction? */
import type { Message } from '../../../core/model.ts';

export interface TeamMessage {
  readonly role: string;
  readonly agent: number;
  readonly round: number;
  readonly text: string;
}

export interface TurnParts {
  /** The part of the system message that a method may change. */
  readonly rolePrompt: string;
  /** Empty when the reply may have any form. */
  readonly formatContract: string;
  readonly answers: boolean;
  readonly task: string;
  readonly teamMessages: readonly TeamMessage[];
  readonly instruction: string;
}

const FORMAT_LINE = 'Message format (fixed):';
const EXAMPLES_LINE = 'Examples of good work in this role:';
const OUTPUT_LINE = 'Output contract (fixed):';
const TEAM_LINE = 'Messages from the team:';
const TURN_LINE = 'Your turn:';

function lineStart(text: string, line: string): number {
  if (text.startsWith(line)) return 0;
  const found = text.indexOf(`\n${line}`);
  return found < 0 ? -1 : found + 1;
}

function lastLineStart(text: string, line: string): number {
  const found = text.lastIndexOf(`\n${line}`);
  return found < 0 ? (text.startsWith(line) ? 0 : -1) : found + 1;
}

function parseTeamMessages(block: string): TeamMessage[] {
  const pattern =
    /^--- from (.+?) \(agent (\d+), round (\d+)\) ---\n([\s\S]*?)(?:\n)?^--- end ---/gmu;
  return [...block.matchAll(pattern)].map((match) => ({
    role: match[1] ?? '',
    agent: Number(match[2]),
    round: Number(match[3]),
    text: match[4] ?? '',
  }));
}

function splitUser(user: string): Pick<TurnParts, 'task' | 'teamMessages' | 'instruction'> {
  const turnAt = lastLineStart(user, TURN_LINE);
  const body = turnAt < 0 ? user : user.slice(0, turnAt);
  const instruction = turnAt < 0 ? '' : user.slice(turnAt + TURN_LINE.length).trim();
  const teamAt = lineStart(body, TEAM_LINE);
  return {
    task: (teamAt < 0 ? body : body.slice(0, teamAt)).trim(),
    teamMessages: teamAt < 0 ? [] : parseTeamMessages(body.slice(teamAt)),
    instruction,
  };
}

function joined(messages: readonly Message[], wanted: (message: Message) => boolean): string {
  return messages
    .filter(wanted)
    .map((message) => message.content)
    .join('\n');
}

/** Splits any request; what is missing comes back empty. */
export function splitRequest(messages: readonly Message[]): TurnParts {
  const system = joined(messages, (message) => message.role === 'system');
  const user = joined(messages, (message) => message.role !== 'system');
  const formatAt = lineStart(system, FORMAT_LINE);
  const outputAt = lineStart(system, OUTPUT_LINE);
  const ends = [formatAt, outputAt, lineStart(system, EXAMPLES_LINE)].filter((place) => place >= 0);
  const roleEnd = ends.length === 0 ? system.length : Math.min(...ends);
  const formatEnd = outputAt > formatAt ? outputAt : system.length;
  return {
    rolePrompt: system.slice(0, roleEnd).trim(),
    formatContract: formatAt < 0 ? '' : system.slice(formatAt, formatEnd),
    answers: outputAt >= 0,
    ...splitUser(user),
  };
}
