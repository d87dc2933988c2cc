/** Can each value of a recorded call be known from the request and the results before it? Read here independently. */
import type { Json } from '../../../../src/core/json.ts';
import type { ApiTurn, PlanSample } from '../../../../src/datasets/apibank/data/dialogues.ts';
import { TOOL_SEARCHER } from '../../../../src/datasets/apibank/data/recordings.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const WORDS = 'zero one two three four five six seven eight'.split(' ');
const DAY_MS = 86_400_000;

/** Every argument that neither the request nor an earlier result gives, as `Api.parameter=value`. */
export function underivable({ requirement, steps }: PlanSample): string[] {
  const results: string[] = [];
  const missing: string[] = [];
  for (const step of steps) {
    if (step.apiName === TOOL_SEARCHER) continue;
    for (const [name, value] of Object.entries(step.arguments)) {
      // The wording of a mail is free, and nobody compares it.
      if (name === 'content') continue;
      const values = Array.isArray(value) ? (value as readonly Json[]) : [value];
      for (const item of values) {
        if (isKnown(item, step, { request: requirement, results: results.join('\n') })) continue;
        missing.push(`${step.apiName}.${name}=${JSON.stringify(item)} in: ${requirement}`);
      }
    }
    results.push(JSON.stringify(step.result.output));
  }
  return missing;
}

interface Evidence {
  readonly request: string;
  readonly results: string;
}

function isKnown(value: Json, step: ApiTurn, evidence: Evidence): boolean {
  if (typeof value === 'number') return isKnownNumber(value, step.apiName, evidence);
  if (typeof value !== 'string') return false;
  if (step.apiName === 'Calculator') {
    const numbers = (value.match(/\d+/gu) ?? []).map(Number);
    const summands = value.split('+').length;
    return numbers.every(
      (number) => isKnownNumber(number, 'Calculator', evidence) || number === summands,
    );
  }
  if (evidence.request.includes(value) || evidence.results.includes(JSON.stringify(value)))
    return true;
  const [day = '', time] = value.split(' ');
  if (!/^\d{4}-\d\d-\d\d$/u.test(day)) return false;
  return (
    isKnownDay(day, evidence.request) && (time === undefined || isKnownTime(time, evidence.request))
  );
}

function numbersIn(text: string): number[] {
  return (text.match(/-?\d[\d,]*(?:\.\d+)?/gu) ?? []).map((digits) =>
    Number(digits.replaceAll(',', '')),
  );
}

/** Said or returned; kilometres as metres and a share as percent are conversions that the descriptions state. */
function isKnownNumber(value: number, api: string, { request, results }: Evidence): boolean {
  const said = numbersIn(request);
  const returned = (results.match(/-?\d+(?:\.\d+)?/gu) ?? []).map(Number);
  if (said.includes(value) || returned.includes(value)) return true;
  if (api === 'NearbyRestaurants') return said.some((kilometres) => kilometres * 1000 === value);
  return (
    api === 'ClothingRecommendation' && returned.some((share) => Math.round(share * 100) === value)
  );
}

function spokenDays(iso: string): RegExp {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number);
  const name = MONTHS[month - 1] ?? '';
  const nth = `${day}(?:st|nd|rd|th)?`;
  return new RegExp(`${iso}|${name} ${nth},? ${year}|\\b${nth} (?:of )?${name} ${year}`, 'u');
}

function shifted(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * DAY_MS).toISOString().slice(0, 10);
}

function isKnownDay(iso: string, request: string): boolean {
  if (spokenDays(iso).test(request)) return true;
  const nights = /for (\d+) nights/u.exec(request)?.[1];
  if (
    nights !== undefined &&
    isKnownDay(shifted(iso, -Number(nights)), request.replace(/for \d+ nights/u, ''))
  ) {
    return true;
  }
  const distances = Array.from({ length: 14 }, (_, index) => index + 1);
  return distances.some(
    (distance) => isToday(shifted(iso, -distance), request) && saysDistance(distance, iso, request),
  );
}

function isToday(iso: string, request: string): boolean {
  const statement = /today is ([^.]+)\./iu.exec(request)?.[1];
  return statement !== undefined && spokenDays(iso).test(statement);
}

function saysDistance(distance: number, iso: string, request: string): boolean {
  const count = `(?:${distance}|${WORDS[distance] ?? distance})`;
  const weekday = WEEKDAYS[new Date(iso).getUTCDay()] ?? '';
  const forms = [`in ${count} days?`, `${count} days? from today`];
  if (distance === 1) forms.push('tomorrow', 'the day after today');
  if (distance === 2) forms.push('the day after tomorrow');
  if (distance < 7) forms.push(`coming ${weekday}`);
  if (distance === 7) forms.push('in exactly a week', '(?:one|a) week from today');
  if (distance === 14) forms.push('in exactly two weeks', 'two weeks from today');
  return new RegExp(`\\b(?:${forms.join('|')})`, 'u').test(request);
}

function isKnownTime(time: string, request: string): boolean {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  if (saysTime(hour, minute, request)) return true;
  const length = /for (\d+) minutes/u.exec(request)?.[1];
  if (length === undefined) return false;
  const start = hour * 60 + minute - Number(length);
  return saysTime(Math.floor(start / 60), start % 60, request);
}

function saysTime(hour: number, minute: number, request: string): boolean {
  const minutes = String(minute).padStart(2, '0');
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const half = hour < 12 ? 'am' : 'pm';
  const forms = [`${String(hour).padStart(2, '0')}:${minutes}`, `${twelve}:${minutes} ?${half}`];
  if (minute === 0) forms.push(`${twelve} ?${half}`, `${twelve} o'clock in the ${partOfDay(hour)}`);
  if (minute === 0 && hour === 12) forms.push('noon');
  if (minute === 15) forms.push(`quarter past ${twelve} in the ${partOfDay(hour)}`);
  if (minute === 30) forms.push(`half past ${twelve} in the ${partOfDay(hour)}`);
  return new RegExp(`(?<![\\d:])(?:${forms.join('|')})`, 'u').test(request);
}

function partOfDay(hour: number): string {
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}
