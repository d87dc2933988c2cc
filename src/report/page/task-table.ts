/** Which held-out tasks changed sides? A table whose rows open to answers and traces. */
import { className } from '../numbers.ts';
import { escapeText } from '../svg/markup.ts';
import type { PageAnswer, PageInput, PageTask } from './page-input.ts';

const FILTERS = [
  { value: 'all', text: 'all' },
  { value: 'flip', text: 'changed sides' },
  { value: 'lost', text: 'lost' },
  { value: 'wrong', text: 'wrong when frozen' },
] as const;

export function taskTable({ tasks, tracesLeftOut }: PageInput): string {
  const filters = FILTERS.map(
    ({ value, text }) =>
      `<label><input type="radio" name="show" value="${value}"${value === 'all' ? ' checked' : ''}> ${text}</label>`,
  );
  return [
    `<fieldset id="filters" hidden><legend>show</legend>${filters.join('')}<span id="shown" role="status"></span></fieldset>`,
    '<div class="wide" tabindex="0" role="region" aria-label="held-out tasks"><table>',
    '<thead><tr><th scope="col">task</th><th scope="col">column</th><th scope="col">seed</th><th scope="col">frozen</th><th scope="col">change</th><th scope="col">error when frozen</th><th scope="col">look</th></tr></thead>',
    `<tbody id="task-rows">${tasks.map(taskRow).join('\n')}</tbody></table></div>`,
    ...(tracesLeftOut === 0
      ? []
      : [
          `<p class="notes">${tracesLeftOut} traces did not fit into this page; they lie in the job's folder under traces/.</p>`,
        ]),
  ].join('\n');
}

function taskRow(task: PageTask, index: number): string {
  const { id, column, seed, frozen } = task;
  const change = changeOf(seed, frozen);
  const isWrong = frozen.score !== null && frozen.errorClass !== null;
  const kinds = [...(change === '' ? [] : ['flip', change]), ...(isWrong ? ['wrong'] : [])];
  const error = frozen.errorClass === null ? '' : className(frozen.errorClass as never);
  return [
    `<tr data-kinds="${kinds.join(' ')}"><td class="id">${escapeText(id)}</td><td>${escapeText(column)}</td>`,
    `<td>${scoreText(seed)}</td><td>${scoreText(frozen)}</td><td class="${change}">${change}</td><td>${escapeText(error)}</td>`,
    `<td><button type="button" data-task="${index}" aria-expanded="false" aria-label="answers and traces of ${escapeText(id)}">open</button></td></tr>`,
  ].join('');
}

function changeOf(seed: PageAnswer, frozen: PageAnswer): '' | 'gained' | 'lost' {
  if (seed.score === null || frozen.score === null || seed.score === frozen.score) return '';
  return frozen.score > seed.score ? 'gained' : 'lost';
}

/** In words: a colour or a tick alone would say nothing to some. */
function scoreText({ score, errorClass }: PageAnswer): string {
  if (score === null) return 'not observed';
  if (score !== 0 && score !== 1) return score.toFixed(3);
  return errorClass === null ? 'right' : 'wrong';
}
