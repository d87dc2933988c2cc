/** Does the door of the library hold what its users need, from a text to a verdict? */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { apibank } from '../../../../src/datasets/apibank/index.ts';
import * as library from '../../../../src/datasets/apibank/library.ts';
import { describeWithCorpus, repositoryRoot } from '../../../support/shared.ts';

it('reads, prints and votes on calls', () => {
  const { text, removed } = library.removeReasoning('<think>or [B()]?</think> [A(x=1.0, y="z")]');
  expect(removed).toBe('<think>or [B()]?</think>');
  const parsed = library.parseAnswer(text, 'last');
  if (!parsed.ok) throw new Error(parsed.error);
  expect(library.printCall(parsed.name, parsed.arguments)).toBe("[A(x=1.0, y='z')]");
  const encoded = library.encodeValue(parsed.arguments);
  expect(encoded).toEqual({ x: 1, y: 'z' });
  const decoded = library.decodeValue({ $py: 'tuple', items: [1, 'a'] });
  expect(decoded).toEqual(new library.PyTuple([1, 'a']));
  const keys = ['[A(y="z", x=1.0)]', '[A(x=1)]', text, ''].map((answer) => library.voteKey(answer));
  expect(keys[0]).toBe(keys[2]);
  expect(library.majority(keys)).toBe(0);
});

it('carries out calls on databases of the caller', () => {
  const databases = library.prepareDatabases({
    Account: { Ann: { password: 'one', token: 't', email: 'a@b.org' } },
  });
  const world = library.createWorld({ levelSet: 'base', databases });
  const record = world.call('GetUserToken', [
    ['username', 'Ann'],
    ['password', 'one'],
  ]);
  expect(library.encodeValue(record)).toMatchObject({ output: { token: 't' }, exception: null });
  expect(() => world.call('GetUserToken', [])).toThrow(library.PyError);
});

describeWithCorpus('the library', 'apibank/data', (pack) => {
  it('scores one answer both ways', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'library-'));
    const { signal } = new AbortController();
    const settings = {
      benchmarksRoot: join(repositoryRoot, 'benchmarks'),
      environment: { APIBANK_ROOT: join(folder, 'data') },
      options: {},
      embedder: null,
    };
    try {
      await apibank.data.import(pack, { ...settings, signal, onProgress: () => undefined });
      const dataset = await library.openApiBank(settings);
      const databases = await dataset.loadDatabases(signal);
      const ids = dataset.pool.slice(0, 5).map((task) => task.id);
      for (const task of await dataset.load(ids, signal)) {
        const answer = dataset.referenceAnswer(task);
        expect(await dataset.score(task, answer)).toMatchObject({ correct: true, stage: 'score' });
        expect(library.scoreOfficial(task, answer, databases).category).toBe('CORRECT');
        expect(library.scoreOfficial(task, '', databases)).toMatchObject({
          category: 'NO_API_CALL',
          correct: false,
        });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
