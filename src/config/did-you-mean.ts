/** Which known name was probably meant? */

/**
 * The known name nearest to `name`, or null when none is near enough to be a likely slip.
 *
 * Case and `-`/`_` do not count. A slip is an inserted, missing, wrong or swapped character; about one in three
 * characters may be wrong, and at most three. A name of three characters or more that begins exactly one known name
 * also counts. Of equally near names one with the same letters wins, for two swapped ones are the likelier slip than a
 * wrong one; then the earlier known name.
 */
export function closestName(name: string, known: readonly string[]): string | null {
  const wanted = normalised(name);
  if (wanted.length === 0) return null;
  const allowed = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  let best: string | null = null;
  let bestDistance = allowed + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, normalised(candidate));
    // A name with every character replaced is no slip, however short it is.
    const isSlip = distance < Math.max(wanted.length, candidate.length);
    const isNearer =
      distance < bestDistance ||
      (distance === bestDistance &&
        hasSameLetters(wanted, candidate) &&
        best !== null &&
        !hasSameLetters(wanted, best));
    if (isSlip && isNearer) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? onlyNameStartingWith(wanted, known);
}

/** `. Did you mean "maspo"?`, or an empty text when no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const closest = closestName(name, known);
  return closest === null ? '' : `. Did you mean "${closest}"?`;
}

function normalised(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function hasSameLetters(left: string, right: string): boolean {
  const letters = (text: string): string => Array.from(normalised(text)).sort().join('');
  return letters(left) === letters(right);
}

function onlyNameStartingWith(wanted: string, known: readonly string[]): string | null {
  if (wanted.length < 3) return null;
  const found = known.filter((candidate) => normalised(candidate).startsWith(wanted));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Optimal string alignment distance: Levenshtein plus swaps of neighbours. */
function editDistance(left: string, right: string): number {
  const width = right.length + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: width }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column < width; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, right.length);
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.POSITIVE_INFINITY;
}
