import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject, sha256 } from '../../../../../src/core/json.ts';
import {
  contentHash,
  contentProblems,
  countContent,
  LAYOUT,
  parseContent,
  RELEASED_COUNTS,
} from '../../../../../src/datasets/apibank/data/content.ts';
import { recordingsOf } from '../../../../../src/datasets/apibank/data/recordings.ts';
import { readSource } from '../../../../../src/datasets/apibank/data/source.ts';
import { UPSTREAM_FILES } from '../../../../../src/datasets/apibank/data/upstream-files.ts';
import { fromJson } from '../../../../../src/datasets/apibank/python/convert.ts';
import { normalizedKeywords } from '../../../../../src/datasets/apibank/scoring/search.ts';
import { describeWithCorpus } from '../../../../support/shared.ts';
import {
  INVENTED_CATALOG,
  INVENTED_FILES,
  PYTHON_STYLES,
  upstreamFiles,
  writeTree,
} from './upstream-tree.ts';

const { signal } = new AbortController();
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apibank-source-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function catalogOf(files: ReadonlyMap<string, Uint8Array>): JsonObject[] {
  return JSON.parse(Buffer.from(files.get(LAYOUT.catalog) ?? []).toString()) as JsonObject[];
}

describe('an upstream checkout', () => {
  it.each(PYTHON_STYLES)('gives the declared catalog (%s)', async (style) => {
    writeTree(folder, { ...upstreamFiles(INVENTED_CATALOG, style), ...INVENTED_FILES });
    const { kind, files } = await readSource(folder, signal);
    expect(kind).toBe('upstream');
    expect(catalogOf(files)).toEqual(INVENTED_CATALOG);
  });

  it('is found from the folder above', async () => {
    const tree = { ...upstreamFiles(INVENTED_CATALOG, 'single'), ...INVENTED_FILES };
    writeTree(join(folder, 'api-bank'), tree);
    expect((await readSource(folder, signal)).kind).toBe('upstream');
  });

  it('has the same data hash as a data pack, whatever the white space', async () => {
    writeTree(join(folder, 'up'), {
      ...upstreamFiles(INVENTED_CATALOG, 'adjacent'),
      ...INVENTED_FILES,
    });
    const { 'test-data/level-3.json': level3 = '', ...rest } = INVENTED_FILES;
    writeTree(join(folder, 'pack'), {
      ...rest,
      'api_catalog.json': JSON.stringify(INVENTED_CATALOG),
      'test_data/level-3.json': JSON.stringify(JSON.parse(level3), null, 4),
    });
    const upstream = await readSource(join(folder, 'up'), signal);
    const pack = await readSource(join(folder, 'pack'), signal);
    expect(pack.kind).toBe('data-pack');
    expect(contentHash(pack.files)).toBe(contentHash(upstream.files));
  });

  it('has another data hash when the order of rows changes', async () => {
    const tree = { ...upstreamFiles(INVENTED_CATALOG, 'single'), ...INVENTED_FILES };
    writeTree(join(folder, 'a'), { ...tree, 'init_database/Books.json': '{"x": 1, "y": 2}' });
    writeTree(join(folder, 'b'), { ...tree, 'init_database/Books.json': '{"y": 2, "x": 1}' });
    const [a, b] = [
      await readSource(join(folder, 'a'), signal),
      await readSource(join(folder, 'b'), signal),
    ];
    expect(contentHash(a.files)).not.toBe(contentHash(b.files));
  });

  it('says where level-3.json may be put when it is missing', async () => {
    writeTree(folder, { ...upstreamFiles(INVENTED_CATALOG, 'single'), ...INVENTED_FILES });
    rmSync(join(folder, 'test-data/level-3.json'));
    const error = await readSource(folder, signal).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'prerequisite',
      message: expect.stringContaining('level 3 is missing') as string,
      hints: expect.arrayContaining([
        expect.stringContaining(join(folder, 'test_data/level-3.json')),
        expect.stringContaining('Hugging Face'),
      ]) as string[],
    });
  });

  it('reports everything that keeps a small tree from being the released benchmark', async () => {
    writeTree(folder, { ...upstreamFiles(INVENTED_CATALOG, 'single'), ...INVENTED_FILES });
    const data = parseContent((await readSource(folder, signal)).files);
    expect(countContent(data)).toMatchObject({
      'level-1 calls': 1,
      'level-3 calls': 1,
      databases: 1,
    });
    expect(contentProblems(data)).toContain('expected 214 level-1 dialogues, found 1');
    expect(data.level3[0]?.requirement).toBe(' Plan it. ');
  });
});

describe('a folder that is not API-Bank', () => {
  it('is refused with a description of both kinds', async () => {
    await expect(readSource(folder, signal)).rejects.toThrow(
      /neither an upstream checkout nor a data pack/u,
    );
    await expect(readSource(join(folder, 'nowhere'), signal)).rejects.toThrow(
      /nowhere is neither/u,
    );
  });

  it.each([
    ['init_database/Books.json', '{\n "b1": }', /init_database\/Books\.json:2: not JSON/u],
    [
      'lv1-lv2-samples/level-2-toolsearcher/Shelf-level-3-1.jsonl',
      '{"role":"User","text":"a"}\nnot json',
      /Shelf-level-3-1\.jsonl:2: not JSON/u,
    ],
    [
      'lv1-lv2-samples/level-2-toolsearcher/Shelf-level-3-1.jsonl',
      '{"role":"Robot","text":"a"}',
      /Shelf-level-3-1\.jsonl:1: expected a turn/u,
    ],
    [
      'lv1-lv2-samples/level-2-toolsearcher/Shelf-level-3-1.jsonl',
      '{"role":"API","api_name":"A","param_dict":{},"result":{"input":{}}}',
      /:1: a result lacks/u,
    ],
    ['test-data/level-3.json', '{}', /level-3\.json: expected a list of samples/u],
    [
      'test-data/level-3.json',
      '[{"requirement":"a","apis":[{}]}]',
      /sample 0, api 0: an API turn lacks/u,
    ],
  ])('names the place of bad content in %s', async (path, content, message) => {
    const tree = {
      ...upstreamFiles(INVENTED_CATALOG, 'single'),
      ...INVENTED_FILES,
      [path]: content,
    };
    writeTree(folder, tree);
    const { files } = await readSource(folder, signal);
    expect(() => parseContent(files)).toThrow(message);
  });
});

describeWithCorpus('the released benchmark', 'apibank/data', (pack) => {
  const catalog = JSON.parse(readFileSync(join(pack, 'api_catalog.json'), 'utf8')) as JsonObject[];

  it('is complete', async () => {
    const data = parseContent((await readSource(pack, signal)).files);
    expect(contentProblems(data)).toEqual([]);
    expect(countContent(data)).toEqual(RELEASED_COUNTS);
  });

  it.each(PYTHON_STYLES)(
    'has one catalog and one data hash for both kinds of source (%s)',
    async (style) => {
      for (const part of ['init_database', 'lv1-lv2-samples', 'test_data', 'LICENSE']) {
        cpSync(join(pack, part), join(folder, part), { recursive: true });
      }
      writeTree(folder, upstreamFiles(catalog, style));
      const upstream = await readSource(folder, signal);
      const original = await readSource(pack, signal);
      expect(upstream.kind).toBe('upstream');
      expect(catalogOf(upstream.files)).toEqual(catalog);
      expect(catalogOf(original.files)).toEqual(catalog);
      expect(contentHash(upstream.files)).toBe(contentHash(original.files));
    },
  );

  it('has the bytes that the download expects', async () => {
    const { files } = await readSource(pack, signal);
    const expected = UPSTREAM_FILES.trim()
      .split('\n')
      .map((line) => line.split('  '))
      .filter(([, path]) => path?.endsWith('.py') === false);
    expect(expected.map(([, path]) => path).sort()).toEqual(
      [...files.keys()].filter((path) => path !== LAYOUT.catalog && path !== LAYOUT.level3).sort(),
    );
    for (const [hash, path = ''] of expected)
      expect(sha256(files.get(path) ?? ''), path).toBe(hash);
  });

  it('gives the recordings of ToolSearcher', async () => {
    const data = parseContent((await readSource(pack, signal)).files);
    const found = recordingsOf(data, (keywords) => normalizedKeywords(fromJson(keywords)));
    const expected = JSON.parse(readFileSync(join(pack, 'toolsearcher_recorded.json'), 'utf8')) as {
      readonly [level in 'level_2' | 'level_3']: {
        outputs_by_keyword: JsonObject;
        search_items: JsonObject[];
      };
    };
    for (const [set, level] of [
      ['base', 'level_2'],
      ['lv3', 'level_3'],
    ] as const) {
      const { outputsByKeyword, searchItems } = found[set];
      expect(Object.fromEntries(outputsByKeyword)).toEqual(expected[level].outputs_by_keyword);
      expect(
        searchItems.map(({ name, searchText, payload }) => ({
          name,
          desc_for_search: searchText,
          description_payload: payload,
        })),
      ).toEqual(expected[level].search_items);
    }
  });
});
