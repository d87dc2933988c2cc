/** Are two runs of one job told apart where they differ, and only there? */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reproductionText } from '../../../../src/cli/again/reproduce.ts';
import { reproduction } from '../../../../src/protocol/again/reproduction.ts';
import { writeSealed } from '../../../../src/store/files.ts';
import { sealedFile, temporaryFolder } from '../../../support/job/job-files.ts';
import { runHere } from '../../../support/job/run-here.ts';

test('the same twice, and one answer that came out otherwise', async () => {
  const [first, again] = [temporaryFolder(), temporaryFolder()];
  await runHere({ folder: first });
  await runHere({ folder: again, concurrency: 1 });
  const same = reproduction(first, again);
  expect(same).toMatchObject({ same: true, documents: {}, programs: [] });
  expect(reproductionText(same)).toContain('same: every sealed file has the same content');

  const { sha256: seal, ...test } = sealedFile(again, 'test');
  expect(seal).toMatch(/^[0-9a-f]{64}$/);
  const [row, ...rows] = test['rows'] as unknown as { id: string; frozen: { score: number } }[];
  if (row === undefined) throw new Error('a test has rows');
  const flipped = { ...row, frozen: { ...row.frozen, score: 1 - row.frozen.score } };
  writeSealed(join(again, 'test.json'), { ...test, rows: [flipped, ...rows] });
  const differs = reproduction(first, again);
  expect(Object.keys(differs.documents)).toEqual(['test']);
  expect(differs.scores['frozen']?.changed).toEqual([row.id]);
  expect(differs.scores['seed']?.changed).toEqual([]);
  expect(reproductionText(differs)).toContain('differs, first in test.json');

  // A run from before manifests were kept says nothing of its program, and is read all the same.
  rmSync(join(first, 'manifest.json'));
  expect(reproduction(first, again).programs.length).toBeGreaterThan(0);
});
