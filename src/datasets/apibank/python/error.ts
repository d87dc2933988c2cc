/** How does an error look that Python would have raised? */

/** An error of the API world, told in Python's words: `type` is the exception class, `text` what `str(error)` gives. */
export class PyError extends Error {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    super(`${type}: ${text}`);
    this.name = 'PyError';
    this.type = type;
    this.text = text;
  }
}
