/** Where in a text do bracketed calls `[Name(…)…]` stand? */

/** A half-open range of UTF-16 offsets. */
export interface CallSpan {
  readonly start: number;
  readonly end: number;
}

/** From the `[` on: a name and `(` without blanks. */
const callHead = /\[[A-Za-z_][\p{L}\p{N}_]*\(/uy;

/** Offsets of everything that begins like a bracketed call, in order. */
export function callStarts(text: string): number[] {
  const starts: number[] = [];
  for (let index = text.indexOf('['); index >= 0; index = text.indexOf('[', index + 1)) {
    callHead.lastIndex = index;
    if (callHead.test(text)) starts.push(index);
  }
  return starts;
}

/**
 * All bracketed calls, ordered by their start; they may overlap or lie inside quoted values of one another.
 *
 * From each start, `[` `]` and `(` `)` outside quotes are counted (parenthesis depth never falls below 0, a backslash inside
 * quotes skips one character); the call ends at the `]` that brings square depth from 1 to 0 while parenthesis depth is 0.
 * All starts are followed at once, so the work grows with the text and not with its square.
 */
export function callSpans(text: string): CallSpan[] {
  const starts = callStarts(text);
  const spans: CallSpan[] = [];
  const [first] = starts;
  if (first === undefined) return spans;
  let walks: Walks = {
    open: null,
    single: null,
    double: null,
    singleEscape: null,
    doubleEscape: null,
  };
  let nextStart = 0;
  for (let index = first; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const isStart = index === starts[nextStart];
    if (isStart) nextStart += 1;
    if (isBracket(unit) && (walks.open !== null || isStart)) {
      walks.open = countBrackets(walks.open, unit, { index, isStart, spans });
    }
    const isEscaped = walks.singleEscape !== null || walks.doubleEscape !== null;
    if (isEscaped || isQuoteOrBackslash(unit)) walks = nextWalks(walks, unit);
  }
  return spans.length > 1 ? spans.sort((left, right) => left.start - right.start) : spans;
}

/** Starts at one parenthesis depth. A start's square depth is `Walk.squares - shift - key`. */
interface Level {
  readonly shift: number;
  /** Square depth just before the start (less `shift`) → the starts. */
  readonly starts: Map<number, number[]>;
}

/** All starts whose scans are inside, or outside, the same quotes at this point: from here on they see the same brackets. */
interface Walk {
  squares: number;
  /** By parenthesis depth, the last is depth 0. */
  readonly levels: (Level | null)[];
}

/** The walks by what the next character means to them. */
interface Walks {
  open: Walk | null;
  single: Walk | null;
  double: Walk | null;
  singleEscape: Walk | null;
  doubleEscape: Walk | null;
}

interface Step {
  readonly index: number;
  readonly isStart: boolean;
  readonly spans: CallSpan[];
}

function isBracket(unit: number): boolean {
  // [ ] ( )
  return unit === 0x5b || unit === 0x5d || unit === 0x28 || unit === 0x29;
}

function isQuoteOrBackslash(unit: number): boolean {
  // ' " \
  return unit === 0x27 || unit === 0x22 || unit === 0x5c;
}

function countBrackets(current: Walk | null, unit: number, step: Step): Walk {
  const walk = current ?? { squares: 0, levels: [null] };
  const { levels } = walk;
  if (unit === 0x5b) {
    if (step.isStart) addStart(walk, step.index);
    walk.squares += 1;
  } else if (unit === 0x5d) {
    walk.squares -= 1;
    finishStarts(walk, step);
  } else if (unit === 0x28) levels.push(null);
  else if (unit === 0x29 && levels.length > 1) {
    const top = levels.pop() ?? null;
    levels.push(mergedLevel(levels.pop() ?? null, top));
  }
  return walk;
}

function addStart(walk: Walk, start: number): void {
  const level = walk.levels.pop() ?? { shift: 0, starts: new Map<number, number[]>() };
  walk.levels.push(level);
  addAll(level.starts, walk.squares - level.shift, [start]);
}

function finishStarts(walk: Walk, step: Step): void {
  const level = walk.levels.at(-1);
  if (level === undefined || level === null) return;
  const key = walk.squares - level.shift;
  for (const start of level.starts.get(key) ?? []) step.spans.push({ start, end: step.index + 1 });
  level.starts.delete(key);
}

function addAll(into: Map<number, number[]>, key: number, starts: number[]): void {
  const known = into.get(key);
  if (known === undefined) into.set(key, starts);
  else if (known.length >= starts.length) for (const start of starts) known.push(start);
  else {
    for (const start of known) starts.push(start);
    into.set(key, starts);
  }
}

/** The smaller level goes into the larger one. */
function mergedLevel(left: Level | null, right: Level | null): Level | null {
  if (left === null || right === null) return left ?? right;
  const [large, small] = left.starts.size >= right.starts.size ? [left, right] : [right, left];
  for (const [key, starts] of small.starts)
    addAll(large.starts, key + small.shift - large.shift, starts);
  return large;
}

function mergedWalk(left: Walk | null, right: Walk | null): Walk | null {
  if (left === null || right === null) return left ?? right;
  const [tall, low] = left.levels.length >= right.levels.length ? [left, right] : [right, left];
  const difference = tall.squares - low.squares;
  for (let depth = 1; depth <= low.levels.length; depth += 1) {
    const level = low.levels[low.levels.length - depth] ?? null;
    const moved = level === null ? null : { ...level, shift: level.shift + difference };
    const at = tall.levels.length - depth;
    tall.levels[at] = mergedLevel(tall.levels[at] ?? null, moved);
  }
  return tall;
}

function nextWalks(walks: Walks, unit: number): Walks {
  const { open, single, double, singleEscape, doubleEscape } = walks;
  const isSingle = unit === 0x27;
  const isDouble = unit === 0x22;
  const isBackslash = unit === 0x5c;
  return {
    open: mergedWalk(
      isSingle || isDouble ? null : open,
      mergedWalk(isSingle ? single : null, isDouble ? double : null),
    ),
    single: mergedWalk(
      mergedWalk(isSingle ? open : null, singleEscape),
      isSingle || isBackslash ? null : single,
    ),
    double: mergedWalk(
      mergedWalk(isDouble ? open : null, doubleEscape),
      isDouble || isBackslash ? null : double,
    ),
    singleEscape: isBackslash ? single : null,
    doubleEscape: isBackslash ? double : null,
  };
}
