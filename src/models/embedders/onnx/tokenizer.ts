/** Which token numbers does a model see for a text? */
import { readFile } from 'node:fs/promises';
import { PrerequisiteError } from '../../../core/errors.ts';
import { digest, sha256 } from '../../../core/json.ts';
import { type ModelFolder, parseObject, positiveInteger } from './model-folder.ts';

export interface TokenizerFile {
  /** Digest of everything that can change a token: the file's bytes and the longest input. */
  readonly hash: string;
  readonly path: string;
  readonly content: object;
  readonly maxTokens: number;
}

/** A text as the model's input, at most `maxTokens` numbers. */
export type Tokenize = (text: string) => readonly number[];

/** What is used of the library; its own types cannot be resolved under Node's module rules. */
interface TokenizerLibrary {
  readonly Tokenizer: new (content: object, config: object) => LibraryTokenizer;
}

interface LibraryTokenizer {
  encode(
    text: string,
    options: { readonly add_special_tokens: boolean },
  ): { readonly ids: readonly number[] };
}

/** The longest input where neither sentence_bert_config.json nor tokenizer.json names one: what paraphrase-MiniLM has. */
const DEFAULT_MAX_TOKENS = 128;

/** @throws PrerequisiteError when the file is not a tokenizer. */
export async function readTokenizerFile(folder: ModelFolder): Promise<TokenizerFile> {
  const path = folder.tokenizerFile;
  const bytes = await readFile(path);
  const content = parseObject(bytes.toString('utf8'), path);
  if (typeof content['model'] !== 'object' || content['model'] === null) {
    throw notATokenizer(path);
  }
  const truncation = content['truncation'] as { readonly max_length?: unknown } | null | undefined;
  const maxTokens =
    folder.maxTokens ?? positiveInteger(truncation?.max_length) ?? DEFAULT_MAX_TOKENS;
  return { hash: digest({ file: sha256(bytes), maxTokens }), path, content, maxTokens };
}

/** @throws PrerequisiteError when the library cannot make a tokenizer of the file. */
export async function createTokenize(file: TokenizerFile): Promise<Tokenize> {
  const { Tokenizer } = (await import('@huggingface/tokenizers')) as unknown as TokenizerLibrary;
  let tokenizer: LibraryTokenizer;
  try {
    // The second argument is for chat models; all that counts here is in the file.
    tokenizer = new Tokenizer(file.content, {});
  } catch (cause) {
    throw notATokenizer(file.path, cause);
  }
  const prepare = letterwiseLowerCase(file.content) ? withoutFinalSigma : asItIs;
  const idsOf = (text: string, special: boolean): readonly number[] =>
    tokenizer.encode(prepare(text), { add_special_tokens: special }).ids;
  return (text) => {
    const whole = idsOf(text, true);
    return whole.length <= file.maxTokens ? whole : cut(whole, idsOf(text, false), file.maxTokens);
  };
}

function letterwiseLowerCase(content: object): boolean {
  const { normalizer } = content as {
    readonly normalizer?: { readonly type?: unknown; readonly lowercase?: unknown } | null;
  };
  return normalizer?.type === 'BertNormalizer' && normalizer.lowercase === true;
}

/**
 * JavaScript knows that a capital sigma at the end of a word becomes another letter than elsewhere; the tokenizers that
 * models were trained with lower letter by letter and do not.
 */
function withoutFinalSigma(text: string): string {
  return text.replaceAll('\u03A3', '\u03C3');
}

function asItIs(text: string): string {
  return text;
}

/** Takes tokens away at the end of the text, never the special ones around it. */
function cut(whole: readonly number[], plain: readonly number[], maxTokens: number): number[] {
  const special = whole.length - plain.length;
  const before = leadingSpecial(whole, plain);
  const kept = Math.max(0, maxTokens - special);
  return [
    ...whole.slice(0, before),
    ...plain.slice(0, kept),
    ...whole.slice(before + plain.length),
  ];
}

/** How many special tokens stand in front of the text's own. */
function leadingSpecial(whole: readonly number[], plain: readonly number[]): number {
  let before = 0;
  while (before < whole.length - plain.length) {
    if (plain.every((id, index) => whole[before + index] === id)) break;
    before += 1;
  }
  return before;
}

function notATokenizer(path: string, cause?: unknown): PrerequisiteError {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new PrerequisiteError(`${path} is not a tokenizer that can be used${reason}`, {
    hints: ['take tokenizer.json from where the model comes from'],
    ...(cause === undefined ? {} : { cause }),
  });
}
