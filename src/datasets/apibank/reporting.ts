/** How does a report speak of API-Bank's tasks? */
import type { Reporting } from '../../core/dataset.ts';
import { TOOL_SEARCHER } from './data/recordings.ts';
import type { Scorer } from './scoring/scorer.ts';
import type { ApiBankTask } from './tasks/task.ts';

export function apiBankReporting(
  scorer: (signal: AbortSignal) => Promise<Scorer>,
): Reporting<ApiBankTask> {
  return {
    scorers: [
      {
        id: 'execution',
        version: 1,
        title: 'earlier calls are replayed, the call is carried out, its result is compared',
      },
    ],
    scoreAll: async (task, answer, signal) => ({
      execution: (await (await scorer(signal)).decide(task, answer, signal)).correct,
    }),
    columns: ['L1 Call', 'L2 Retrieve', 'L2 Call', 'L3 Retrieve', 'L3 Call'],
    columnOf: ({ level, gold }) =>
      `L${level} ${gold.apiName === TOOL_SEARCHER ? 'Retrieve' : 'Call'}`,
    sampleOf: ({ level, id }) => (level === 3 ? id.slice(0, id.lastIndexOf('::')) : null),
    published: [],
  };
}
