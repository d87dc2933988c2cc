/** What does a file hold, if it is there at all? */
import { readFile } from 'node:fs/promises';

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
