/** What does a sweep file say? Checked as far as a file alone can be checked. */
import { basename } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { parseDuration } from '../../config/numbers.ts';
import { type OpenedYaml, openYaml } from '../../config/yaml.ts';
import type { SpendCaps } from '../../core/attempt.ts';
import { ConfigError, type ConfigProblem } from '../../core/errors.ts';
import { datasets, optimizers, schedules, topologies } from '../../registry.ts';
import { type KnownNames, type SweepFile, type SweepSettings, sweepSchema } from './schema.ts';

/** The names that this installation has. */
export function installedNames(): KnownNames {
  return {
    methods: Object.keys(optimizers),
    datasets: Object.keys(datasets),
    topologies: Object.keys(topologies),
    schedules: Object.keys(schedules),
  };
}

export interface ReadSweep extends OpenedYaml<SweepFile> {
  /** Of the sweep's own records. */
  readonly name: string;
  /** Of all jobs together. */
  readonly caps: SpendCaps;
}

/**
 * @param file the path as the user should read it in messages
 * @throws ConfigError with all problems at once
 */
export function readSweep(text: string, file: string): ReadSweep {
  const schema: TSchema = sweepSchema(installedNames());
  const opened = openYaml<SweepFile>(text, { file, schema });
  const { value, problemAt } = opened;
  const problems = lonelySettings(opened);
  const caps = readCaps(opened, problems);
  const name = value.name ?? nameOfFile(file);
  if (name === '') {
    problems.push(problemAt([], 'name is missing, and the name of the file cannot stand for it'));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...opened, name, caps };
}

function readCaps(
  { value, problemAt }: OpenedYaml<SweepFile>,
  problems: ConfigProblem[],
): SpendCaps {
  const { maxCost = null, maxTokens = null, maxTime } = value.caps ?? {};
  const base = { usd: maxCost, tokens: maxTokens, milliseconds: null };
  if (maxTime === undefined) return base;
  const time = parseDuration(maxTime, { name: 'caps.maxTime' });
  if (time.ok) return { ...base, milliseconds: time.value };
  problems.push(problemAt(['caps', 'maxTime'], time.problem));
  return base;
}

function nameOfFile(file: string): string {
  return basename(file)
    .replace(/\.ya?ml$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, 40);
}

/** Settings that mean nothing where another one is nowhere set. */
const NEEDS: readonly [keyof SweepSettings, keyof SweepSettings, string][] = [
  ['toolTurns', 'answerMode', 'answerMode: tools'],
  ['scheduleOptions', 'schedule', 'schedule'],
];

function lonelySettings({ value: file, problemAt }: OpenedYaml<SweepFile>): ConfigProblem[] {
  const overrides = (file.overrides ?? []).map(({ set }, index) => ({
    path: ['overrides', index, 'set'],
    settings: set,
  }));
  const places = [{ path: ['settings'], settings: file.settings ?? {} }, ...overrides];
  return NEEDS.flatMap(([setting, partner, words]) => {
    if (places.some(({ settings }) => settings[partner] !== undefined)) return [];
    return places
      .filter(({ settings }) => settings[setting] !== undefined)
      .map(({ path }) => problemAt([...path, setting], `${setting} needs ${words}`));
  });
}
