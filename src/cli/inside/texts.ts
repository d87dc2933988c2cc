/** How are prompts, candidates and traces of a job shown in a terminal? */
import type { Candidate } from '../../core/candidate.ts';
import { canonicalJson } from '../../core/json.ts';
import { percentText } from '../../report/numbers.ts';
import { candidateFate, type LineageNode, lineageTree } from '../../report/page/lineage-tree.ts';
import type { PageAnswer, PageTask, PageTrace } from '../../report/page/page-input.ts';
import { wordDiff } from '../../report/page/word-diff.ts';
import { visible } from '../render/visible.ts';
import type { InsideMaterial } from './material.ts';

/** What was deployed: setting and prompts, as they are. */
export function promptsText({ frozen, decision }: InsideMaterial): string {
  const prompts = Object.entries(frozen.roles).map(
    ([role, prompt]) => `\n${role}\n${indented(prompt)}\n${examplesText(frozen, role)}`,
  );
  return `${decision}\n\n${settingText(frozen.parameters)}\n${prompts.join('')}`;
}

function examplesText({ demonstrations }: Candidate, role: string): string {
  const shown = demonstrations[role] ?? [];
  return shown
    .map(({ input, output }) => `${indented(`example: ${input}\n→ ${output}`)}\n`)
    .join('');
}

/** Word by word from the seed to what was deployed, in the marks of `git diff --word-diff`. */
export function diffText({ seed, frozen, decision }: InsideMaterial): string {
  const changes = changesText(seed, frozen);
  return `${decision}\n${changes === '' ? 'nothing differs from the seed\n' : changes}`;
}

function changesText(before: Candidate, after: Candidate): string {
  const setting =
    canonicalJson(before.parameters) === canonicalJson(after.parameters)
      ? ''
      : `\ntopology parameters\n${marked(settingText(before.parameters), settingText(after.parameters))}\n`;
  const roles = [...new Set([...Object.keys(before.roles), ...Object.keys(after.roles)])];
  const prompts = roles.flatMap((role) => {
    const [old, changed] = [before.roles[role] ?? '', after.roles[role] ?? ''];
    return old === changed ? [] : [`\n${role}\n${marked(old, changed)}\n`];
  });
  const examples = roles.flatMap((role) => {
    const [old, changed] = [before, after].map((team) => team.demonstrations[role]?.length ?? 0);
    return old === changed ? [] : [`\n${role}: ${old} → ${changed} examples\n`];
  });
  return [setting, ...prompts, ...examples].join('');
}

function marked(before: string, after: string): string {
  const parts = wordDiff(before, after).map(({ kind, text }) => {
    if (kind === 'same') return text;
    return kind === 'gone' ? `[-${text}-]` : `{+${text}+}`;
  });
  return indented(parts.join(''));
}

function settingText(parameters: Candidate['parameters']): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
}

/** A line per candidate, below the one that it came from. */
export function lineageText({ candidates }: InsideMaterial): string {
  const lines = (nodes: readonly LineageNode[], depth: number): string[] =>
    nodes.flatMap(({ entry, children }) => {
      const { fate, scores } = candidateFate(entry);
      const seen = scores.map(
        ({ split, score, tasks }) => `${percentText(score)} on ${tasks} ${split} tasks`,
      );
      const reason = entry.events.at(-1)?.reason;
      const told = [fate, ...seen, ...(reason === undefined ? [] : [visible(reason)])];
      return [
        `${'  '.repeat(depth)}${entry.name}  ${told.join('  ')}`,
        ...lines(children, depth + 1),
      ];
    });
  const all = lines(lineageTree(candidates), 0);
  return all.length === 0 ? 'the search kept no candidates\n' : `${all.join('\n')}\n`;
}

export interface TaskTraces {
  readonly task: PageTask;
  /** Null: it was taken away, or nothing ran. */
  readonly seed: PageTrace | null;
  readonly frozen: PageTrace | null;
}

/** Agent by agent, round by round, both teams; once where they are the same run. */
export function taskText({ task, seed, frozen }: TaskTraces): string {
  const head = [
    `${task.id}${task.column === '' ? '' : `  ${task.column}`}`,
    ...(task.expected === null ? [] : [`expected  ${visible(task.expected)}`]),
  ];
  const isSame = task.seed.trace !== null && task.seed.trace === task.frozen.trace;
  const arms = isSame
    ? [armText('seed and frozen team', task.frozen, frozen)]
    : [armText('seed team', task.seed, seed), armText('frozen team', task.frozen, frozen)];
  return `${[...head, ...arms].join('\n')}\n`;
}

function armText(name: string, answer: PageAnswer, trace: PageTrace | null): string {
  const { score, failure, errorClass } = answer;
  const verdict = score === null ? 'not observed' : score === 1 ? 'right' : `score ${score}`;
  const why = failure === null ? '' : `: ${visible(failure)}`;
  const lines = [
    `\n${name}: ${verdict}${errorClass === null ? '' : ` (${errorClass})`}${why}`,
    `answer    ${visible(answer.answer)}`,
  ];
  if (trace === null) return [...lines, 'its transcript is not there'].join('\n');
  const turns = trace.turns.flatMap(({ agent, role, round, input, output, finish }) => [
    `\nround ${round + 1}, agent ${agent + 1} (${role})${finish === 'stop' ? '' : `, ended by ${finish}`}`,
    'read',
    indented(input),
    'said',
    indented(output),
  ]);
  const votes = trace.votes.map(
    ({ agent, key }) => `vote of agent ${agent + 1}: ${key === null ? 'none' : visible(key)}`,
  );
  const parsed =
    trace.parsed === null ? [] : [`read as   ${visible(JSON.stringify(trace.parsed))}`];
  return [...lines, ...parsed, ...turns, ...(votes.length === 0 ? [] : ['', ...votes])].join('\n');
}

function indented(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
