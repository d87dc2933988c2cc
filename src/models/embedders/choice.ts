/** Which embedding model do the settings ask for? */
import { join, resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';

/** The environment variable that names the model which searches are compared with. */
export const MODEL_VARIABLE = 'APIBANK_TOOLSEARCHER_MODEL';

export type EmbedderChoice =
  | { readonly kind: 'hashed'; readonly dimension: number }
  | {
      readonly kind: 'api';
      readonly model: string;
      readonly endpoint: string;
      readonly apiKey: string | null;
      /** Environment variable of the key, named in messages. */
      readonly keyVariable: string;
    }
  | {
      readonly kind: 'onnx';
      /** As the user wrote it. */
      readonly name: string;
      /** Where the model may lie, the first that exists wins. */
      readonly folders: readonly string[];
    };

export interface EmbedderSettings {
  readonly environment: { readonly [name: string]: string | undefined };
  /** Relative paths start here. */
  readonly workingDirectory: string;
  /** Folder `benchmarks/`; downloaded models lie below it. */
  readonly benchmarksRoot: string;
  /** What is meant where the environment says nothing. */
  readonly fallback?: string | undefined;
}

const DEFAULT_DIMENSION = 256;
const LARGEST_DIMENSION = 4096;
const DEFAULT_ENDPOINT = 'https://api.openai.com/v1';

/** `owner/name`, as models are called on Hugging Face. */
const HUB_ID = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/;

/**
 * Null when no model is asked for. Pure: nothing is looked up.
 *
 * - `hashed` or `hashed:<dimension>`: no model, for tests.
 * - `api:<model>`: a server with POST /embeddings at EMBEDDINGS_BASE_URL, else OPENAI_BASE_URL, else OpenAI's; its key is
 *   EMBEDDINGS_API_KEY, else OPENAI_API_KEY.
 * - all else: a folder, or the Hugging Face id of a model that was downloaded.
 *
 * @throws UsageError for a dimension or a model name that cannot be.
 */
export function embedderChoice(settings: EmbedderSettings): EmbedderChoice | null {
  const { environment } = settings;
  const text = present(environment[MODEL_VARIABLE]?.trim()) ?? settings.fallback ?? '';
  if (text === '') return null;
  if (text === 'hashed') return { kind: 'hashed', dimension: DEFAULT_DIMENSION };
  if (text.startsWith('hashed:')) return hashedChoice(text.slice('hashed:'.length));
  if (text.startsWith('api:')) return apiChoice(text.slice('api:'.length), environment);
  const folders = [resolve(settings.workingDirectory, text)];
  if (HUB_ID.test(text)) folders.push(join(downloadedModelsRoot(settings), text));
  return { kind: 'onnx', name: text, folders };
}

/** Where downloaded models lie: `$EMBEDDING_MODELS_ROOT`, or models/data/ beside the benchmarks; below it `<owner>/<name>`. */
export function downloadedModelsRoot({
  environment,
  benchmarksRoot,
}: Pick<EmbedderSettings, 'environment' | 'benchmarksRoot'>): string {
  const chosen = environment['EMBEDDING_MODELS_ROOT'];
  return chosen === undefined || chosen === ''
    ? join(benchmarksRoot, 'models', 'data')
    : resolve(chosen);
}

function hashedChoice(text: string): EmbedderChoice {
  const dimension = Number(text);
  if (/^\d+$/.test(text) && dimension >= 2 && dimension <= LARGEST_DIMENSION) {
    return { kind: 'hashed', dimension };
  }
  throw new UsageError(
    `${MODEL_VARIABLE}: the dimension in "hashed:${text}" must be an integer from 2 to ${LARGEST_DIMENSION}`,
  );
}

function apiChoice(model: string, environment: EmbedderSettings['environment']): EmbedderChoice {
  if (model === '') {
    throw new UsageError(`${MODEL_VARIABLE}: "api:" needs the server's model id behind the colon`);
  }
  const own = present(environment['EMBEDDINGS_API_KEY']);
  return {
    kind: 'api',
    model,
    endpoint:
      present(environment['EMBEDDINGS_BASE_URL']) ??
      present(environment['OPENAI_BASE_URL']) ??
      DEFAULT_ENDPOINT,
    apiKey: own ?? present(environment['OPENAI_API_KEY']),
    keyVariable: own === null ? 'OPENAI_API_KEY' : 'EMBEDDINGS_API_KEY',
  };
}

function present(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}
