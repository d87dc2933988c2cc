/** How does an error look that Python would have raised? */

/**
 * An `Error` to all who ask, but without a stack: raising is how the API world and the reader of calls say no, and
 * recording where each one happened would cost more than the rest of the work.
 */
export const StacklessError = Object.assign(function StacklessError() {}, {
  prototype: Error.prototype,
}) as unknown as new () => Error;

/** An error of the API world, told in Python's words: `type` is the exception class, `text` what `str(error)` gives. */
export class PyError extends StacklessError {
  override readonly name = 'PyError';
  override readonly message: string;
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    super();
    this.message = `${type}: ${text}`;
    this.type = type;
    this.text = text;
  }
}
