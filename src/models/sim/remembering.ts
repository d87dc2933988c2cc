/** How is a pure function's last work kept, within bounds? */

/** The same function with its newest `limit` results by key kept; least recently used go first. */
export function remembering<Result>(
  limit: number,
  work: (key: string) => Result,
): (key: string) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) {
      known.delete(key);
      known.set(key, found);
      return found.result;
    }
    const result = work(key);
    known.set(key, { result });
    if (known.size > limit) known.delete(known.keys().next().value ?? '');
    return result;
  };
}
