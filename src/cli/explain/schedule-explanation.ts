/** In which order does a schedule make a method go, and what can be set about it? */
import type { JsonObject } from '../../core/json.ts';
import type { Schedule } from '../../core/optimizer.ts';
import { factsData, factsText, optionsText } from './method-explanation.ts';
import { optionRows } from './option-rows.ts';

export function scheduleData({ id, version, title, about, optionsSchema }: Schedule): JsonObject {
  const options = optionRows(optionsSchema) as unknown as JsonObject[];
  return { kind: 'schedule', id, version, title, ...factsData(about), options };
}

export function scheduleText({ id, title, about, optionsSchema }: Schedule): string {
  return [
    `${id}: ${title}`,
    '',
    ...factsText(about),
    ...optionsText('--schedule-option', optionRows(optionsSchema)),
    'Example:',
    `  protocol run --method gepa --schedule ${id} --optimize prompts,topology --topology sequential --dataset apibank-synth --model sim`,
    '',
  ].join('\n');
}
