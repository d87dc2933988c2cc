/** What does a file hold, if it is there at all, and why could none be written? */
import { readFile } from 'node:fs/promises';
import { ProtocolError, StoreError } from '../../../core/errors.ts';

/** The bytes, or null when there is no such file; every other failure is thrown. */
export async function readOptional(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

const REFUSALS: { readonly [code: string]: string } = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the path is too long',
};

/**
 * Does what ends with data at `root`, which the environment variable can change.
 *
 * @throws StoreError when the disk refuses; every other error as it is
 */
export async function storing<Value>(
  root: string,
  work: () => Promise<Value>,
  variable = 'APIBANK_ROOT',
): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    const reason = REFUSALS[(cause as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined || cause instanceof ProtocolError) throw cause;
    throw new StoreError(`the data cannot be stored at ${root}: ${reason}`, {
      cause,
      hints: [`make room or make it writable, or set ${variable} to another folder`],
    });
  }
}
