/** How does a job run unless a flag says otherwise? Reads configs/protocol.yaml. */
import { type Static, Type } from '@sinclair/typebox';
import type { ConfigProblem } from '../core/errors.ts';
import { ConfigError } from '../core/errors.ts';
import { openYaml } from './yaml.ts';

const closed = { additionalProperties: false };
const name = Type.String({ minLength: 1 });
const share = Type.Number({ minimum: 0, maximum: 1 });

/** Largest optimizer seed: the request seeds are drawn below 2^31 - 1. */
export const MAXIMUM_SEED = 2 ** 31 - 2;

const seed = Type.Integer({ minimum: 0, maximum: MAXIMUM_SEED });

const decoding = Type.Object(
  {
    temperature: Type.Number({ minimum: 0 }),
    topP: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
    maxTokens: Type.Integer({ minimum: 1 }),
    repetitionPenalty: Type.Number({ exclusiveMinimum: 0 }),
    thinking: Type.Boolean(),
  },
  closed,
);

export const protocolSchema = Type.Object(
  {
    model: name,
    reflectionModel: name,
    dataset: name,
    framework: name,
    optimize: Type.Array(Type.Union([Type.Literal('prompts'), Type.Literal('topology')]), {
      minItems: 1,
      uniqueItems: true,
    }),
    budget: Type.Integer({ minimum: 0 }),
    seed,
    seeds: Type.Array(seed, { minItems: 1, uniqueItems: true }),
    maxCallRatio: Type.Number({ exclusiveMinimum: 0 }),
    infrastructureRate: share,
    concurrency: Type.Integer({ minimum: 1 }),
    split: Type.Object(
      {
        kind: Type.Union([Type.Literal('stratified'), Type.Literal('published')]),
        seed: Type.Integer({ minimum: 0 }),
        train: Type.Integer({ minimum: 1 }),
        validation: Type.Integer({ minimum: 1 }),
      },
      closed,
    ),
    decoding: Type.Object({ search: decoding, evaluation: decoding, reflection: decoding }, closed),
  },
  closed,
);

export type ProtocolConfig = Static<typeof protocolSchema>;

/**
 * @param file the path as the user should read it in messages
 * @throws ConfigError with all problems at once
 */
export function readProtocolConfig(text: string, file: string): ProtocolConfig {
  const { value, problemAt } = openYaml<ProtocolConfig>(text, { file, schema: protocolSchema });
  const problems: ConfigProblem[] = [];
  if (value.decoding.evaluation.temperature !== 0) {
    const path = ['decoding', 'evaluation', 'temperature'];
    problems.push(problemAt(path, 'validation and test are greedy: the temperature must be 0'));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return value;
}
