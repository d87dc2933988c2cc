/** Is the wanted model in a server's model list? */

/** What is wrong, to be put after the server's address; null when the model is served. */
export function servedModelProblem(list: unknown, wanted: string): string | null {
  const data = (list as { readonly data?: unknown } | null)?.data;
  if (!Array.isArray(data)) return 'answers, but not with a model list: does its URL end in /v1?';
  const served = data
    .map((entry: unknown) => (entry as { readonly id?: unknown } | null)?.id)
    .filter((id) => typeof id === 'string');
  if (served.some((id) => isSame(id, wanted))) return null;
  if (served.length === 0) return `serves no model, so not ${wanted} either`;
  const near = served.find((id) => isNear(id, wanted));
  const shown = served.slice(0, 10).join(', ');
  const rest = served.length > 10 ? ` and ${served.length - 10} more` : '';
  return `does not serve ${wanted}; it serves ${shown}${rest}${
    near === undefined ? '' : `. Did you mean "${near}"?`
  }`;
}

/** Ollama lists `name` as `name:latest`, and Anthropic `name` as `name-20251001`. */
function isSame(served: string, wanted: string): boolean {
  const rest = served.startsWith(wanted) ? served.slice(wanted.length) : null;
  return rest === '' || rest === ':latest' || (rest !== null && /^-20\d{6}$/.test(rest));
}

/** Equal but for case, or but for the owner before the slash. */
function isNear(left: string, right: string): boolean {
  const [first, second] = [left.toLowerCase(), right.toLowerCase()];
  return first === second || lastPart(first) === lastPart(second);
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
