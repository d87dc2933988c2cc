/** Jobs with given held-out scores, as they are found below a folder. */
import type { FoundJob, TestRow } from '../../src/report/aggregate/read-jobs.ts';

export interface MadeJob {
  readonly method?: string;
  readonly seed?: number;
  readonly budget?: number;
  readonly teamSize?: number;
  readonly standing?: 'conformant' | 'simulated' | 'exploratory';
  readonly rows?: readonly TestRow[] | null;
  readonly fellBack?: boolean;
}

export function madeJob(made: MadeJob = {}): FoundJob {
  const { method = 'maspo', seed = 0, budget = 600, teamSize = 4, standing = 'conformant' } = made;
  const { rows = scoredRows(3, 1, 16), fellBack = false } = made;
  return {
    folder: `runs/${method}/${seed}/${budget}`,
    identity: {
      method: { id: method, version: 1 },
      dataset: { id: 'apibank', version: 1 },
      topology: 'sequential',
      framework: 'native',
      parameters: { teamSize, communication: 'freeform' },
      model: { model: 'some/model' },
      seed,
      budget,
    },
    simulated: standing === 'simulated',
    conformant: standing === 'conformant',
    notConformantBecause: standing === 'exploratory' ? ['budget 60, not 600'] : [],
    measured:
      rows === null ? null : { rows, fellBack, fallbackReason: null, finalists: 3, tokens: null },
    problem: rows === null ? 'it is not finished' : null,
  };
}

/** Tasks gained, lost, and unchanged; of the unchanged ones every second is right. */
export function scoredRows(gained: number, lost: number, unchanged: number): TestRow[] {
  const row = (index: number, baseline: number, deployed: number): TestRow => ({
    id: `task-${index}`,
    baseline,
    deployed,
  });
  return [
    ...Array.from({ length: gained }, (_, index) => row(index, 0, 1)),
    ...Array.from({ length: lost }, (_, index) => row(gained + index, 1, 0)),
    ...Array.from({ length: unchanged }, (_, index) =>
      row(gained + lost + index, index % 2, index % 2),
    ),
  ];
}
