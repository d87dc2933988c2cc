import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  it('names both commands', async () => {
    await expect(readManifest(root)).rejects.toMatchObject({
      code: 'prerequisite',
      hints: ['protocol data download apibank', 'protocol data import apibank --from DIR'],
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
