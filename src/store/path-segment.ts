/** How does any id become one harmless folder name, without two ids ever sharing one? */
import { sha256 } from '../core/json.ts';

const PLAIN = /^[a-z0-9][a-z0-9._@-]{0,62}[a-z0-9]$|^[a-z0-9]$/;
const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/;
const SLUG_LENGTH = 40;
const HASH_LENGTH = 16;

/**
 * Encodes an id as one path segment that is safe on Linux, macOS and Windows.
 *
 * A plain id (lower-case ASCII, digits, `.`, `_`, `-`, `@`, at most 64 characters) stays as it is. Every other id becomes
 * `<slug>~<16 hex digits of its SHA-256>`. `~` is not a plain character, so the two forms never meet; upper case is
 * always hashed, so ids that differ in case only stay apart on file systems that fold case.
 */
export function pathSegment(id: string): string {
  if (PLAIN.test(id) && !RESERVED_ON_WINDOWS.test(id) && !id.includes('..')) return id;
  const slug = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, SLUG_LENGTH);
  return `${slug}~${sha256(id).slice(0, HASH_LENGTH)}`;
}
