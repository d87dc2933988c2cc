/**
 * What can be done with API-Bank from code? Read and print calls, vote on them, carry them out, score answers.
 *
 * No function here keeps state, and none throws for an answer, however broken. Values that JSON cannot tell apart (a
 * float, a tuple, a dictionary with keys that are no text) are `PyValue`s; `encodeValue` and `decodeValue` turn them
 * into plain JSON and back.
 */
// biome-ignore-all lint/performance/noBarrelFile: the package's door to API-Bank, which nothing inside imports

export { ERROR_CLASSES, type ErrorClass } from '../../core/error-class.ts';
export { type ApiBankDataset, openApiBank } from './dataset.ts';
export { parseAnswer } from './parse/parse-answer.ts';
export { printCall } from './parse/print-call.ts';
export { removeReasoning, type WithoutReasoning } from './parse/reasoning.ts';
export type {
  ParsedCall,
  ParseErrorKind,
  ParseFailure,
  ParsePolicy,
  ParseResult,
  Repair,
} from './parse/result.ts';
export { majority, voteKey } from './parse/vote-key.ts';
export type { FileOptions, FileScoring } from './predictions/score-file.ts';
export type { LevelSummary, ScoredRow, ScoreLabel } from './predictions/score-predictions.ts';
export { decodeValue, encodeValue, fromJson } from './python/convert.ts';
export { PyError } from './python/error.ts';
export {
  PyBytes,
  PyComplex,
  PyDict,
  PyEllipsis,
  PyExceptionObject,
  PyFloat,
  PySet,
  PyTuple,
  type PyValue,
} from './python/value.ts';
export { PUBLISHED_SCORERS } from './report/published.ts';
export { slotsAreFilled } from './report/slots.ts';
export { type OfficialCategory, type OfficialVerdict, scoreOfficial } from './scoring/official.ts';
export type { ApiBankTask } from './tasks/task.ts';
export { type Databases, prepareDatabases } from './world/databases.ts';
export { createWorld, type World, type WorldOptions } from './world/manager.ts';
