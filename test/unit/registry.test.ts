/** Is every plugin called what its folder is called? */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedFiles } from '../../scripts/generated-files.ts';
import { datasets, optimizers, providers, topologies } from '../../src/registry.ts';
import { repositoryRoot } from '../support/shared.ts';

const maps = { optimizers, topologies, datasets, providers };

describe.each(Object.entries(maps))('%s', (_name, map) => {
  test.each(Object.entries(map))('%s', async (id, load) => {
    const plugin = await (load as () => Promise<{ id: string; title: string }>)();
    expect(plugin.id).toBe(id);
    expect(plugin.title).not.toBe('');
  });
});

test.each(generatedFiles(repositoryRoot))('$path is up to date', ({ path, text }) => {
  expect(readFileSync(join(repositoryRoot, path), 'utf8')).toBe(text);
});
