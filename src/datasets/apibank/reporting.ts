/** How does a report speak of API-Bank's tasks? */
import type { Reporting } from '../../core/dataset.ts';
import { TOOL_SEARCHER } from './data/recordings.ts';
import { PUBLISHED } from './report/published.ts';
import { type ScoringMachines, scorerCards, scoreSideBySide } from './report/scorers.ts';
import type { ScoringOptions } from './scoring/options.ts';
import type { ApiBankTask } from './tasks/task.ts';

export function apiBankReporting(
  options: ScoringOptions,
  machines: (signal: AbortSignal) => Promise<ScoringMachines>,
): Reporting<ApiBankTask> {
  return {
    scorers: scorerCards(options),
    scoreAll: async (task, answer, signal) =>
      await scoreSideBySide({ task, answer, signal }, options, await machines(signal)),
    columns: ['L1 Call', 'L2 Retrieve', 'L2 Call', 'L3 Retrieve', 'L3 Call'],
    columnOf: ({ level, gold }) =>
      `L${level} ${gold.apiName === TOOL_SEARCHER ? 'Retrieve' : 'Call'}`,
    sampleOf: ({ level, id }) => (level === 3 ? id.slice(0, id.lastIndexOf('::')) : null),
    published: PUBLISHED,
  };
}
