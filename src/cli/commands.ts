/** Which commands does the tool have? In the order in which help lists them. */
import { reproduce } from './again/reproduce.ts';
import { cacheList } from './cache/ls.ts';
import { cachePrune } from './cache/prune.ts';
import { cacheStats } from './cache/stats.ts';
import { cacheVerify } from './cache/verify.ts';
import type { Command } from './command.ts';
import { aggregate } from './commands/aggregate.ts';
import { compare } from './commands/compare.ts';
import { dataCommands } from './commands/data.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { evaluate } from './commands/eval.ts';
import { listCommands } from './commands/list.ts';
import { mockServer } from './commands/mock-server.ts';
import { run } from './commands/run.ts';
import { score } from './commands/score.ts';
import { show } from './commands/show.ts';
import { completionCommand } from './completion/completion.ts';
import { configSchema } from './config/schema.ts';
import { explain } from './explain/explain.ts';
import { exportRuns } from './export/export.ts';
import { report } from './page/report.ts';
import { plan } from './plan/plan.ts';
import { sweepRetry } from './sweep/retry.ts';
import { sweepStatus } from './sweep/status.ts';
import { sweepStop } from './sweep/stop.ts';
import { sweep } from './sweep/sweep.ts';
import { worker } from './sweep/worker.ts';

export const commands: readonly Command[] = [
  demo,
  run,
  plan,
  evaluate,
  score,
  show,
  compare,
  report,
  reproduce,
  aggregate,
  exportRuns,
  sweep,
  sweepStatus,
  sweepRetry,
  sweepStop,
  worker,
  doctor,
  mockServer,
  cacheList,
  cacheStats,
  cacheVerify,
  cachePrune,
  ...dataCommands,
  ...listCommands,
  explain,
  configSchema,
  completionCommand(() => commands),
];
