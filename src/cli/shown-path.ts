/** How is a path written for someone who stands in a folder? */
import { relative, sep } from 'node:path';

/** Relative when it lies below the folder, absolute otherwise. */
export function shownPath(path: string, workingDirectory: string): string {
  const below = relative(workingDirectory, path);
  if (below === '') return '.';
  return below === '..' || below.startsWith(`..${sep}`) ? path : below;
}
