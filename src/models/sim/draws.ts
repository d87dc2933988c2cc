/** Which chance does one mistake have on one task? A number that no prompt can shift. */

/** 32-bit FNV-1a over UTF-16 units: stable, fast, not for secrets. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ (right + 0x9e3779b9 + (left << 6) + (left >>> 2)), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Uniform in [0, 1): a pure function of its path. Numbers are taken modulo 2^32. */
export function draw(...path: readonly (number | string)[]): number {
  let hash = 0x2545f491;
  for (const part of path) {
    hash = mix(hash, typeof part === 'number' ? part >>> 0 : hashText(part));
  }
  return mix(hash, 0x7f4a7c15) / 2 ** 32;
}

/** One element; the first when the list has only one. `items` must not be empty. */
export function pickBy<T>(items: readonly T[], chance: number): T {
  return items[Math.min(items.length - 1, Math.floor(chance * items.length))] as T;
}
