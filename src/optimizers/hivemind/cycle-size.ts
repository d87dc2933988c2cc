/** How large may a cycle be that still fits the budget? */

export interface CycleSize {
  /** Train tasks per coalition. */
  readonly batch: number;
  /** Validation tasks per arm of the gate. */
  readonly gate: number;
}

/**
 * The whole size if it fits; else fewer train tasks, then fewer validation tasks: what the gate lets pass stays, so its
 * tasks go last. Null when not even one of each fits.
 *
 * @param runs coalitions that are run, and charged.
 */
export function fittingSize(whole: CycleSize, runs: number, remaining: number): CycleSize | null {
  const sizes = [
    ...descending(whole.batch).map((batch) => ({ batch, gate: whole.gate })),
    ...descending(whole.gate).map((gate) => ({ batch: 1, gate })),
  ];
  return sizes.find(({ batch, gate }) => runs * batch + 2 * gate <= remaining) ?? null;
}

function descending(from: number): number[] {
  return Array.from({ length: from }, (_, index) => from - index);
}

/** `size` tasks from a place on, beginning anew at the end; none twice while there are enough. */
export function rotated<Task>(
  tasks: readonly Task[],
  { start, size }: { readonly start: number; readonly size: number },
): Task[] {
  return Array.from(
    { length: Math.min(size, tasks.length) },
    (_, index) => tasks[(start + index) % tasks.length] as Task,
  );
}
