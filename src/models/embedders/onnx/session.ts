/** How is a loaded model asked for the vectors of one text's tokens? */
import { PrerequisiteError } from '../../../core/errors.ts';
import type { ModelFile } from './model-file.ts';

/** Token numbers to one row of numbers per token, one after the other. */
export type RunModel = (tokens: readonly number[]) => Promise<Float32Array>;

/** @throws PrerequisiteError when the runtime refuses the model. */
export async function openSession(model: ModelFile, bytes: Uint8Array): Promise<RunModel> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    executionMode: 'sequential',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // What the runtime says of a failure is thrown too; its own lines are not for the user's terminal.
    logSeverityLevel: 4,
  }).catch((cause: unknown) => {
    throw new PrerequisiteError(`${model.path} cannot be loaded: ${reasonOf(cause)}`, {
      cause,
      hints: ['download the model again; weights in a file of their own are not read'],
    });
  });
  const { inputs, output } = model.shape;
  return async (tokens) => {
    const row = (value: (token: number) => number): InstanceType<typeof Tensor> =>
      new Tensor(
        'int64',
        BigInt64Array.from(tokens, (token) => BigInt(value(token))),
        [1, tokens.length],
      );
    const values: { readonly [input: string]: (token: number) => number } = {
      input_ids: (token) => token,
      attention_mask: () => 1,
      token_type_ids: () => 0,
    };
    const feeds = Object.fromEntries(
      inputs.map((name) => [name, row(values[name] ?? (() => 0))] as const),
    );
    const results = await session.run(feeds, [output]).catch((cause: unknown) => {
      throw new PrerequisiteError(`${model.path} refuses a text: ${reasonOf(cause)}`, {
        cause,
        hints: ['do the model and its tokenizer.json come from the same place?'],
      });
    });
    return results[output]?.data as Float32Array;
  };
}

/** The runtime's messages run over several lines; the first says it. */
function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split('\n')[0]?.slice(0, 200) ?? '';
}
