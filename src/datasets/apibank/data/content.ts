/** What does a complete set of API-Bank files say, and is it complete? */
import { type Json, sha256 } from '../../../core/json.ts';
import { type ApiEntry, catalogFromJson } from './catalog.ts';
import {
  type ApiTurn,
  apiTurns,
  type Dialogue,
  dataError,
  type PlanSample,
  parseDialogue,
  parseJsonFile,
  parseJsonLines,
  parsePlanSamples,
} from './dialogues.ts';

/** Where each part lies inside an installed data folder; upstream uses the same places but for two files. */
export const LAYOUT = {
  catalog: 'api_catalog.json',
  databases: 'init_database/',
  level1: 'lv1-lv2-samples/level-1-given-desc/',
  level2: 'lv1-lv2-samples/level-2-toolsearcher/',
  level3: 'test_data/level-3.json',
  licence: 'LICENSE',
} as const;

/** Path (with `/`) to bytes, sorted by path. */
export type ContentFiles = ReadonlyMap<string, Uint8Array>;

/** Everything that tasks and scoring are built from. */
export interface ApiBankData {
  readonly catalog: readonly ApiEntry[];
  /** Database name to its initial content. */
  readonly databases: { readonly [name: string]: Json };
  /** Sorted by file name. */
  readonly level1: readonly Dialogue[];
  readonly level2: readonly Dialogue[];
  readonly level3: readonly PlanSample[];
  /** The file that ids of level 3 name; without it, the released one. */
  readonly level3File?: string;
  /** Recorded searches that belong to no dialogue; one of a dialogue with the same keywords wins. */
  readonly searches?: { readonly base: readonly ApiTurn[]; readonly lv3: readonly ApiTurn[] };
}

/** @throws PrerequisiteError naming the file, and the line where there is one. */
export function parseContent(files: ContentFiles): ApiBankData {
  const catalogText = textOf(files, LAYOUT.catalog);
  const databases = filesUnder(files, LAYOUT.databases, '.json').map((path): [string, Json] => [
    path.slice(LAYOUT.databases.length, -'.json'.length),
    parseJsonFile(textOf(files, path), path),
  ]);
  const dialogues = (folder: string): Dialogue[] =>
    filesUnder(files, folder, '.jsonl').map((path) => parseDialogue(textOf(files, path), path));
  return {
    catalog: catalogFromJson(parseJsonFile(catalogText, LAYOUT.catalog), LAYOUT.catalog),
    databases: Object.fromEntries(databases),
    level1: dialogues(LAYOUT.level1),
    level2: dialogues(LAYOUT.level2),
    level3: parsePlanSamples(
      parseJsonFile(textOf(files, LAYOUT.level3), LAYOUT.level3),
      LAYOUT.level3,
    ),
  };
}

export interface ContentCounts {
  readonly [name: string]: number;
}

export function countContent(data: ApiBankData): ContentCounts {
  const calls = (dialogues: readonly Dialogue[]): number =>
    dialogues.reduce((sum, dialogue) => sum + apiTurns(dialogue).length, 0);
  return {
    'level-1 dialogues': data.level1.length,
    'level-1 calls': calls(data.level1),
    'level-2 dialogues': data.level2.length,
    'level-2 calls': calls(data.level2),
    'level-3 samples': data.level3.length,
    'level-3 calls': data.level3.reduce((sum, sample) => sum + sample.steps.length, 0),
    'base APIs': data.catalog.filter((entry) => entry.levelSet === 'base').length,
    'level-3 APIs': data.catalog.filter((entry) => entry.levelSet === 'lv3').length,
    databases: Object.keys(data.databases).length,
  };
}

/** The released benchmark: 314 dialogues with 753 calls, 53 + 22 API classes. */
export const RELEASED_COUNTS: ContentCounts = {
  'level-1 dialogues': 214,
  'level-1 calls': 389,
  'level-2 dialogues': 50,
  'level-2 calls': 119,
  'level-3 samples': 50,
  'level-3 calls': 245,
  'base APIs': 53,
  'level-3 APIs': 22,
  databases: 19,
};

/** Every way in which the data is not the whole released benchmark; empty when it is. */
export function contentProblems(data: ApiBankData): string[] {
  const counts = countContent(data);
  const problems = Object.entries(RELEASED_COUNTS)
    .filter(([name, expected]) => counts[name] !== expected)
    .map(([name, expected]) => `expected ${expected} ${name}, found ${counts[name] ?? 0}`);
  const known = {
    base: new Set(data.catalog.filter((api) => api.levelSet === 'base').map((api) => api.name)),
    lv3: new Set(data.catalog.filter((api) => api.levelSet === 'lv3').map((api) => api.name)),
  };
  const unknown = (file: string, names: readonly string[], set: 'base' | 'lv3'): void => {
    for (const name of names) {
      if (!known[set].has(name))
        problems.push(`${file} calls ${name}, which is not in the catalog`);
    }
  };
  for (const dialogue of [...data.level1, ...data.level2]) {
    unknown(
      dialogue.file,
      apiTurns(dialogue).map((turn) => turn.apiName),
      'base',
    );
  }
  data.level3.forEach((sample, index) => {
    unknown(
      `${LAYOUT.level3} sample ${index}`,
      sample.steps.map((step) => step.apiName),
      'lv3',
    );
  });
  for (const { name, databaseName } of data.catalog) {
    if (databaseName !== null && data.databases[databaseName] === undefined) {
      problems.push(`${name} needs the database ${databaseName}, which is missing`);
    }
  }
  return problems;
}

/**
 * SHA-256 over the parsed content, so that white space and the kind of source do not matter. The order of keys does:
 * it decides which row of a database is found first and how a prompt reads.
 */
export function contentHash(files: ContentFiles): string {
  const parsed = [...files.keys()]
    .filter((path) => path !== LAYOUT.licence)
    .sort(byCodeUnits)
    .map((path) => {
      const text = textOf(files, path);
      const lines = path.endsWith('.jsonl');
      return [path, lines ? parseJsonLines(text, path) : parseJsonFile(text, path)];
    });
  return sha256(JSON.stringify(parsed));
}

export function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** @throws PrerequisiteError when the file is missing or not UTF-8. */
export function textOf(files: ContentFiles, path: string): string {
  const bytes = files.get(path);
  if (bytes === undefined) throw dataError(path, 'the file is missing');
  return decodeUtf8(bytes, path);
}

export function decodeUtf8(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw dataError(path, 'not UTF-8 text', error);
  }
}

function filesUnder(files: ContentFiles, folder: string, extension: string): string[] {
  return [...files.keys()]
    .filter((path) => path.startsWith(folder) && path.endsWith(extension))
    .sort(byCodeUnits);
}
