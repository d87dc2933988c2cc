import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseProblems } from '../../../../../src/datasets/apibank/data/released.ts';
import { readSource } from '../../../../../src/datasets/apibank/data/source.ts';
import {
  dataRoot,
  installData,
  readInstalled,
  readManifest,
} from '../../../../../src/datasets/apibank/data/store.ts';
import { describeWithCorpus } from '../../../../support/shared.ts';
import { INVENTED_CATALOG, INVENTED_FILES, upstreamFiles, writeTree } from './upstream-tree.ts';

const { signal } = new AbortController();
let folder = '';
let root = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apibank-store-'));
  root = join(folder, 'benchmarks', 'apibank', 'data');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const settings = { options: {}, embedder: null };

describe('dataRoot', () => {
  it('lies beside the manifests unless APIBANK_ROOT says otherwise', () => {
    const at = (environment: { readonly [name: string]: string }): string =>
      dataRoot({ ...settings, benchmarksRoot: '/b', environment });
    expect(at({})).toBe('/b/apibank/data');
    expect(at({ APIBANK_ROOT: '' })).toBe('/b/apibank/data');
    expect(at({ APIBANK_ROOT: '/elsewhere' })).toBe('/elsewhere');
  });
});

describe('without data', () => {
  it('names both commands, and the tasks that need none', async () => {
    await expect(readManifest(root)).rejects.toMatchObject({
      code: 'prerequisite',
      hints: [
        'protocol data download apibank',
        'protocol data import apibank --from DIR',
        'or use the built-in tasks: --dataset apibank-synth',
      ],
    });
  });

  it.each(['', 'null', '[]', '{"formatVersion": 2}', '{"formatVersion": 1'])(
    'refuses the manifest %j',
    async (text) => {
      writeTree(root, { 'manifest.json': text });
      await expect(readManifest(root)).rejects.toThrow(
        /manifest\.json is not a manifest of format 1/u,
      );
    },
  );
});

describe('an incomplete source', () => {
  it('is refused with every problem, and nothing is left behind', async () => {
    const source = join(folder, 'source');
    writeTree(source, { ...upstreamFiles(INVENTED_CATALOG, 'single'), ...INVENTED_FILES });
    const { files } = await readSource(source, signal);
    await expect(installData(root, files, { source: 'upstream', signal })).rejects.toThrow(
      /expected 214 level-1 dialogues, found 1\n[\s\S]*expected 19 databases, found 1/u,
    );
    expect(existsSync(join(folder, 'benchmarks'))).toBe(false);
  });
});

describeWithCorpus('the released benchmark', 'apibank/data', (pack) => {
  it('is installed whole, replaced in one step, and read back', async () => {
    const { files } = await readSource(pack, signal);
    const first = await installData(root, files, { source: 'data-pack', signal });
    writeFileSync(join(root, 'leftover'), 'x');
    const second = await installData(root, files, { source: 'upstream', signal });
    expect(second.dataHash).toBe(first.dataHash);
    expect(second.source).toBe('upstream');
    expect(readdirSync(join(folder, 'benchmarks', 'apibank'))).toEqual(['data']);
    expect(existsSync(join(root, 'leftover'))).toBe(false);
    const manifest = await readManifest(root);
    expect(manifest).toEqual(second);
    expect(readFileSync(join(root, 'manifest.json'), 'utf8')).not.toContain(folder);
    const { data } = await readInstalled(root, manifest, signal);
    expect(data.level1).toHaveLength(214);
  });

  it('names a file that was changed or removed afterwards', async () => {
    const { files } = await readSource(pack, signal);
    const manifest = await installData(root, files, { source: 'data-pack', signal });
    writeFileSync(join(root, 'init_database', 'Bank.json'), '{}');
    await expect(readInstalled(root, manifest, signal)).rejects.toThrow(/Bank\.json differs/u);
    rmSync(join(root, 'init_database', 'Bank.json'));
    await expect(readInstalled(root, manifest, signal)).rejects.toThrow(
      /Bank\.json cannot be read/u,
    );
  });

  it('is refused when one file was altered, and the file is named', async () => {
    const { files } = await readSource(pack, signal);
    const install = async (changes: { [path: string]: string | null }): Promise<unknown> => {
      const altered = new Map(files);
      for (const [path, text] of Object.entries(changes)) {
        if (text === null) altered.delete(path);
        else altered.set(path, Buffer.from(text));
      }
      return await installData(root, altered, { source: 'data-pack', signal });
    };
    const bank = 'init_database/Bank.json';
    const text = Buffer.from(files.get(bank) ?? '').toString('utf8');
    await expect(install({ [bank]: text.replace(/\d/u, '77') })).rejects.toMatchObject({
      code: 'prerequisite',
      message: `the data is not the released API-Bank:\n${bank} differs from the released file`,
    });
    await expect(install({ 'init_database/More.json': '{}' })).rejects.toThrow(
      /expected 19 databases, found 20\ninit_database\/More\.json is no file of the release$/u,
    );
    await expect(install({ 'init_database/Wiki.json': null })).rejects.toThrow(
      /init_database\/Wiki\.json is missing$/u,
    );
    const catalog = Buffer.from(files.get('api_catalog.json') ?? '').toString('utf8');
    const reworded = catalog.replace('"description": "', '"description": "!');
    await expect(install({ 'api_catalog.json': reworded })).rejects.toThrow(
      /api_catalog\.json differs/u,
    );
    expect(existsSync(join(folder, 'benchmarks'))).toBe(false);
    // Other white space and line ends are the same content.
    await install({ [bank]: JSON.stringify(JSON.parse(text), null, 3).replaceAll('\n', '\r\n') });
    expect(existsSync(root)).toBe(true);
  });

  it('names no more altered files than help', async () => {
    const { files } = await readSource(pack, signal);
    const altered = new Map(files);
    const first = [...files.keys()].filter((path) => path.startsWith('lv1-lv2')).slice(0, 8);
    for (const path of first) {
      const [line = '', ...lines] = Buffer.from(files.get(path) ?? '')
        .toString('utf8')
        .split('\n');
      altered.set(
        path,
        Buffer.from([line.replace('"text": "', '"text": "!'), ...lines].join('\n')),
      );
    }
    expect(releaseProblems(files)).toEqual([]);
    expect(releaseProblems(altered)).toEqual([
      `${first.slice(0, 5).join(', ')} differs from the released file, and so with 3 more`,
    ]);
  });

  it('never replaces a folder that is not its own', async () => {
    const { files } = await readSource(pack, signal);
    writeTree(root, { 'notes.txt': 'mine' });
    await expect(installData(root, files, { source: 'data-pack', signal })).rejects.toMatchObject({
      code: 'store',
    });
    expect(readdirSync(root)).toEqual(['notes.txt']);
  });

  it('leaves the old data alone when it is stopped', async () => {
    const { files } = await readSource(pack, signal);
    const manifest = await installData(root, files, { source: 'data-pack', signal });
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(installData(root, files, { source: 'upstream', signal: stopped })).rejects.toThrow(
      'stopped',
    );
    expect(await readManifest(root)).toEqual(manifest);
    expect(readdirSync(join(folder, 'benchmarks', 'apibank'))).toEqual(['data']);
  });
});
