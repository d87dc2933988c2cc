/** What does a sweep file say? Checked as far as a file alone can be checked. */
import { basename } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { type OpenedYaml, openYaml } from '../../config/yaml.ts';
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
}

/**
 * @param file the path as the user should read it in messages
 * @throws ConfigError with all problems at once
 */
export function readSweep(text: string, file: string): ReadSweep {
  const schema: TSchema = sweepSchema(installedNames());
  const opened = openYaml<SweepFile>(text, { file, schema });
  const { value, problemAt } = opened;
  const problems: ConfigProblem[] = settingsPlaces(value).flatMap(({ path, settings }) =>
    settingsProblems(settings).map(({ key, message }) => problemAt([...path, key], message)),
  );
  const name = value.name ?? nameOfFile(file);
  if (name === '') {
    problems.push(problemAt([], 'name is missing, and the name of the file cannot stand for it'));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...opened, name };
}

function nameOfFile(file: string): string {
  return basename(file)
    .replace(/\.ya?ml$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, 40);
}

interface SettingsPlace {
  readonly path: readonly (string | number)[];
  readonly settings: SweepSettings;
}

function settingsPlaces(file: SweepFile): SettingsPlace[] {
  const shared =
    file.settings === undefined ? [] : [{ path: ['settings'], settings: file.settings }];
  const own = (file.overrides ?? []).map(({ set }, index) => ({
    path: ['overrides', index, 'set'],
    settings: set,
  }));
  return [...shared, ...own];
}

/** What a setting needs beside it; an override may leave that to the settings above it. */
function settingsProblems(settings: SweepSettings): { key: string; message: string }[] {
  const found: { key: string; message: string }[] = [];
  if (settings.toolTurns !== undefined && settings.answerMode === 'text') {
    found.push({ key: 'toolTurns', message: 'toolTurns needs answerMode: tools' });
  }
  return found;
}
