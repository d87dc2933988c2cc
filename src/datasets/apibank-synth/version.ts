/** Which generator made a task? Its version stands in every id and at the root of every random stream. */
import { type RandomStream, randomStream } from '../../core/random.ts';

/** Raised whenever the same seed could give other bytes. */
export const GENERATOR_VERSION = 1;

/** `synth-v1-s0`: the part of every dialogue's file name that says where it comes from. */
export function sourceName(datasetSeed: number): string {
  return `synth-v${GENERATOR_VERSION}-s${datasetSeed}`;
}

/** The stream of one thing that is generated; streams of different paths or seeds have nothing to do with each other. */
export function synthStream(
  datasetSeed: number,
  ...path: readonly (string | number)[]
): RandomStream {
  return randomStream('apibank-synth', GENERATOR_VERSION, datasetSeed, ...path);
}
