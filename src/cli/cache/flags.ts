/** Which cache is meant? */
import { resolve } from 'node:path';
import type { CommandContext, Positional } from '../command.ts';

export const folderPositional: Positional = {
  name: 'DIR',
  describe: 'the folder that --cache named',
};

export function cacheFolder(folder: string, { workingDirectory }: CommandContext): string {
  return resolve(workingDirectory, folder);
}

export const jsonFlag = {
  kind: 'switch',
  describe: 'JSON on stdout instead of text',
} as const;

/** `1 reply`, `1,204 replies`. */
export function counted(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'reply' : 'replies'}`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)} MB`;
}
