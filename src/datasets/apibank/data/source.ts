/** Which files does a folder hold: an upstream checkout of API-Bank, or a data pack? */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PrerequisiteError } from '../../../core/errors.ts';
import {
  type ApiEntry,
  apiFromPython,
  catalogFromJson,
  catalogToJson,
  type LevelSet,
} from './catalog.ts';
import { byCodeUnits, type ContentFiles, decodeUtf8, LAYOUT } from './content.ts';
import { parseJsonFile } from './dialogues.ts';
import { readOptional } from './files.ts';

export type SourceKind = 'upstream' | 'data-pack';

export interface SourceContent {
  readonly kind: SourceKind;
  /** In the installed layout, with the catalog written in one way for both kinds. */
  readonly files: ContentFiles;
}

/** Folders of Python files, and the set of APIs each declares. */
const API_FOLDERS: readonly { readonly folder: string; readonly levelSet: LevelSet }[] = [
  { folder: 'apis/', levelSet: 'base' },
  { folder: 'lv3_apis/', levelSet: 'lv3' },
];

/** Upstream ships level 3 with its Hugging Face data set only, so people put it in different places. */
const LEVEL_3_PLACES = [
  LAYOUT.level3,
  'test-data/level-3.json',
  'json_test_data/level-3.json',
  'level-3.json',
];

/** @throws PrerequisiteError when the folder is neither kind, or lacks a part. */
export async function readSource(from: string, signal: AbortSignal): Promise<SourceContent> {
  const { root, kind } = await findRoot(from);
  const files = new Map<string, Uint8Array>();
  const catalog =
    kind === 'data-pack' ? await packCatalog(root) : await upstreamCatalog(root, signal);
  files.set(LAYOUT.catalog, Buffer.from(`${JSON.stringify(catalogToJson(catalog), null, 1)}\n`));
  for (const [folder, extension] of [
    [LAYOUT.databases, '.json'],
    [LAYOUT.level1, '.jsonl'],
    [LAYOUT.level2, '.jsonl'],
  ] as const) {
    for (const name of await namesIn(root, folder, extension)) {
      signal.throwIfAborted();
      files.set(folder + name, await readFile(join(root, folder, name)));
    }
  }
  files.set(LAYOUT.level3, await readLevel3(root));
  const licence = await readOptional(join(root, LAYOUT.licence));
  if (licence !== null) files.set(LAYOUT.licence, licence);
  return { kind, files: new Map([...files].sort(([left], [right]) => byCodeUnits(left, right))) };
}

async function findRoot(from: string): Promise<{ root: string; kind: SourceKind }> {
  for (const root of [from, join(from, 'api-bank')]) {
    const names = new Set(await readdir(root).catch(() => []));
    if (names.has(LAYOUT.catalog)) return { root, kind: 'data-pack' };
    if (names.has('apis') && names.has('lv3_apis')) return { root, kind: 'upstream' };
  }
  throw new PrerequisiteError(
    `${from} is neither an upstream checkout nor a data pack of API-Bank`,
    {
      hints: [
        'an upstream checkout is the folder `api-bank` of AlibabaResearch/DAMO-ConvAI, with `apis/` and `lv3_apis/`',
        `a data pack holds ${LAYOUT.catalog}, ${LAYOUT.databases}, lv1-lv2-samples/ and ${LAYOUT.level3}`,
      ],
    },
  );
}

async function packCatalog(root: string): Promise<ApiEntry[]> {
  const path = join(root, LAYOUT.catalog);
  return catalogFromJson(parseJsonFile(decodeUtf8(await readFile(path), path), path), path);
}

async function upstreamCatalog(root: string, signal: AbortSignal): Promise<ApiEntry[]> {
  const catalog: ApiEntry[] = [];
  for (const { folder, levelSet } of API_FOLDERS) {
    for (const name of await namesIn(root, folder, '.py')) {
      signal.throwIfAborted();
      const file = folder + name;
      const source = decodeUtf8(await readFile(join(root, file)), file);
      const entry = apiFromPython(source, { file, module: name.slice(0, -'.py'.length), levelSet });
      if (entry !== null) catalog.push(entry);
    }
  }
  return catalog;
}

async function namesIn(root: string, folder: string, extension: string): Promise<string[]> {
  const names = await readdir(join(root, folder)).catch((cause: unknown) => {
    throw new PrerequisiteError(`${join(root, folder)} cannot be read`, {
      hints: ['the folder is part of every complete copy of API-Bank; check out or copy it again'],
      cause,
    });
  });
  return names.filter((name) => name.endsWith(extension)).sort(byCodeUnits);
}

async function readLevel3(root: string): Promise<Uint8Array> {
  for (const place of LEVEL_3_PLACES) {
    const bytes = await readOptional(join(root, place));
    if (bytes !== null) return bytes;
  }
  throw new PrerequisiteError(`level 3 is missing: ${root} has no level-3.json`, {
    hints: [
      'upstream ships it with its Hugging Face data set (liminghao1630/API-Bank, test-data/level-3.json), not in git',
      `put it at ${join(root, LAYOUT.level3)} and import again, or run \`protocol data download apibank\``,
    ],
  });
}
