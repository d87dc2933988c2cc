import { join } from 'node:path';
import { expect, it } from 'vitest';
import { derivePool } from '../../../../src/datasets/apibank/check.ts';
import { outsidePool } from '../../../../src/datasets/apibank/outside-pool.ts';
import { createScorer } from '../../../../src/datasets/apibank/scoring/scorer.ts';
import { readTaskManifests } from '../../../../src/datasets/apibank/tasks/ids.ts';
import { describeWithCorpus, repositoryRoot } from '../../../support/shared.ts';
import { readReleased } from './scoring/released.ts';

describeWithCorpus('tasks outside the pool', 'apibank/data', (pack) => {
  it('each have a reason', async () => {
    const released = await readReleased(pack);
    const tasks = [...released.tasks.values()];
    const options = { parserPolicy: 'last', toolsearcherScorer: 'keyword' } as const;
    const scorer = createScorer(released.data, options, null);
    const manifests = await readTaskManifests(join(repositoryRoot, 'benchmarks'));
    const pool = manifests.pool.map((task) => task.id);
    const derived = derivePool(tasks, scorer).map((task) => task.id);

    const outside = outsidePool(tasks, { pool, derived }, scorer);

    expect(outside).toHaveLength(753 - 445);
    // Before the pool of level 1 is full, these six are left out.
    expect(outside.slice(0, 6).map(({ id, detail }) => [id, detail])).toEqual([
      ...[1, 2, 3, 4, 5].map((index) => [
        `level-1::CancelTimedSwitch-level-1-${index}.jsonl::0`,
        'CancelTimedSwitch: AssertionError: invalid parameter name. parameter: device_id',
      ]),
      ['level-1::DeleteMeeting-level-1-1.jsonl::2', "DeleteMeeting: KeyError: 'time'"],
    ]);
    const wrong = outside.filter(
      ({ stratum, reason }) => stratum === 'level-2' && !reason.startsWith('beyond'),
    );
    expect(wrong.map(({ detail }) => detail)).toEqual([
      "DeleteMeeting: KeyError: 'time'",
      "DeleteMeeting: KeyError: 'time'",
    ]);
    const external = outside.filter(({ reason }) => reason.startsWith('its dialogue calls'));
    expect(new Set(external.map(({ detail }) => detail))).toEqual(
      new Set(['SearchEngine', 'Translate']),
    );

    const [lost = '', ...others] = pool;
    expect(outsidePool(tasks, { pool: others, derived }, scorer)[0]).toEqual({
      id: lost,
      stratum: 'level-1',
      reason: 'the committed list lacks it, though the data give it',
      detail: '',
    });
  });
});
