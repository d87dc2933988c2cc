/** Is this the released content, and if not, which files are not as they were released? */
import { sha256 } from '../../../core/json.ts';
import { type ContentFiles, contentHash, LAYOUT } from './content.ts';
import { LEVEL_3_SHA256, UPSTREAM_FILES } from './upstream-files.ts';

/** `contentHash` of the released benchmark, whatever kind of source it came from. */
export const RELEASED_DATA_HASH =
  '132d10aa045d4198f9da40c8ade7d399e0618960b933dca19f14def6b88309ef';

/** SHA-256 of the catalog as `readSource` writes it. */
const CATALOG_SHA256 = 'f6b214501192749be53c334b016e178330781e97bdd138f7962bb169b5fd8f77';

/** What a source can hold besides: no part of the content. */
const UNCOUNTED: readonly string[] = [LAYOUT.licence];

/** Files named in a message; the number of the others says the rest. */
const NAMED_FILES = 5;

/**
 * One sentence per kind of difference, naming the files; empty for the released content. White space and line ends of a
 * file never count as long as the content as a whole is the released one.
 */
export function releaseProblems(files: ContentFiles, hash = contentHash(files)): string[] {
  if (hash === RELEASED_DATA_HASH) return [];
  const released = releasedHashes();
  const present = [...files.keys()].filter((path) => !UNCOUNTED.includes(path));
  const changed = present.filter((path) => {
    const expected = released.get(path);
    return expected !== undefined && !isReleased(files.get(path) ?? new Uint8Array(), expected);
  });
  return [
    told('differs from the released file', changed),
    told(
      'is missing',
      [...released.keys()].filter((path) => !files.has(path)),
    ),
    told(
      'is no file of the release',
      present.filter((path) => !released.has(path)),
    ),
  ].flat();
}

function told(problem: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const left = paths.length - NAMED_FILES;
  const more = left > 0 ? `, and so with ${left} more` : '';
  return [`${paths.slice(0, NAMED_FILES).join(', ')} ${problem}${more}`];
}

/** A checkout on Windows has other line ends. */
function isReleased(bytes: Uint8Array, expected: string): boolean {
  if (sha256(bytes) === expected) return true;
  const text = Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n');
  return sha256(text) === expected;
}

/** Path in the installed layout to SHA-256, of the content only: the classes of upstream become the catalog. */
function releasedHashes(): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>([
    [LAYOUT.catalog, CATALOG_SHA256],
    [LAYOUT.level3, LEVEL_3_SHA256],
  ]);
  const folders = [LAYOUT.databases, LAYOUT.level1, LAYOUT.level2];
  for (const line of UPSTREAM_FILES.trim().split('\n')) {
    const [hash = '', path = ''] = line.split('  ');
    if (folders.some((folder) => path.startsWith(folder))) hashes.set(path, hash);
  }
  return hashes;
}
