/** What can be done from code? Everything that the command line does. */
export type * from './core/candidate.ts';
export type * from './core/dataset.ts';
export * from './core/errors.ts';
export type * from './core/events.ts';
export type { Json, JsonObject } from './core/json.ts';
export { canonicalJson, digest } from './core/json.ts';
export type * from './core/model.ts';
export type * from './core/optimizer.ts';
export type * from './core/queue.ts';
export { type RandomStream, randomStream } from './core/random.ts';
export type * from './core/rollout.ts';
export type * from './core/space.ts';
export type * from './core/topology.ts';
export type { EmbedderSettings } from './models/embedders/choice.ts';
export { openEmbedder } from './models/embedders/open-embedder.ts';
export { type RepeatWish, repeatTest } from './protocol/again/repeat-test.ts';
export { type Reproduction, reproduction } from './protocol/again/reproduction.ts';
export { jobAgain } from './protocol/again/request-of-job.ts';
export type { EvalRequest } from './protocol/eval/open-eval.ts';
export { type ReferenceReplay, replayReferences } from './protocol/eval/replay-references.ts';
export { type EvalOutcome, runEval } from './protocol/eval/run-eval.ts';
export { jobReportMaterial } from './protocol/job-report.ts';
export type { Installation, JobRequest, TeamRequest } from './protocol/preparation/job-request.ts';
export { type PreparedJob, prepareJob } from './protocol/preparation/prepare-job.ts';
export { type Job, type JobEnvironment, type JobOutcome, runJob } from './protocol/run-job.ts';
export { makeSplit, type Split } from './protocol/splits.ts';
export { datasets, optimizers, providers, topologies } from './registry.ts';
export {
  type Aggregate,
  type AggregateOptions,
  aggregateJobs,
} from './report/aggregate/aggregate.ts';
export {
  aggregateCsv,
  aggregateJsonLines,
  aggregateLatex,
  aggregateMarkdown,
} from './report/aggregate/exports.ts';
export { aggregateParquet } from './report/aggregate/parquet.ts';
export { type FoundJob, findJobs } from './report/aggregate/read-jobs.ts';
export { aggregateChecks } from './report/checks/aggregate-checks.ts';
export type { Check, CheckWish } from './report/checks/check.ts';
export { comparisonChecks } from './report/checks/comparison-checks.ts';
export { githubSummary } from './report/checks/github-summary.ts';
export { junitXml } from './report/checks/junit.ts';
export { compareMeasured, type Measured, type MeasuredComparison } from './report/compare.ts';
export { type LevelReport, levelReport, type ReportInput } from './report/level-report.ts';
export { reportMarkdown } from './report/markdown.ts';
export { reportJson } from './report/report-files.ts';
export { pairedBootstrap } from './statistics/bootstrap.ts';
export { type Comparison, compareRows, comparisonVerdict } from './statistics/paired-comparison.ts';
export { minimumDetectable, neededTasks } from './statistics/power.ts';
export { signFlipTest } from './statistics/sign-flip.ts';
export { holm, mcnemarExact } from './statistics/significance.ts';
export { stratifiedIntervals } from './statistics/stratified-intervals.ts';
export { wilsonInterval } from './statistics/summary.ts';
export type { ProcessIdentity } from './store/lock.ts';
export {
  type ExpandOptions,
  expandSweep,
  type Sweep,
  type SweepJob,
} from './sweep/expand/expand-sweep.ts';
export { inProcessQueue } from './sweep/queue/in-process.ts';
export { missingJobs, retriedJobs } from './sweep/run/choose.ts';
export {
  runSweep,
  type SweepEvent,
  type SweepOutcome,
  type SweepPorts,
} from './sweep/run/run-sweep.ts';
export { inspectJobs, type JobStatus } from './sweep/state/inspect.ts';
export { prepareSweep } from './sweep/state/prepare-sweep.ts';
export { sweepSummary } from './sweep/state/summary.ts';
export { readAttempts } from './sweep/state/sweep-folder.ts';
