/** How is a point drawn so that its kind is seen without its colour? */
import { escapeText } from './markup.ts';

export type Shape = 'circle' | 'square' | 'diamond' | 'triangle';

export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly shape: Shape;
  readonly colour: string;
  /** `solid`, `faint` (a third of the colour), or `hollow`. */
  readonly fill: 'solid' | 'faint' | 'hollow';
  /** Half of its width. */
  readonly size: number;
  /** Said by a screen reader, and shown while the pointer rests on it. */
  readonly title: string;
}

const OPACITY = { solid: 1, faint: 0.3, hollow: 0 } as const;

export function drawMark(mark: Mark): string {
  const { colour, fill, title } = mark;
  const style = `fill="${colour}" fill-opacity="${OPACITY[fill]}" stroke="${colour}" stroke-width="${fill === 'hollow' ? 2 : 1}"`;
  return `<${outline(mark)} ${style}><title>${escapeText(title)}</title></${outline(mark).split(' ')[0] ?? ''}>`;
}

function outline({ shape, x, y, size }: Mark): string {
  const at = (across: number, down: number): string =>
    `${fixed(x + across * size)},${fixed(y + down * size)}`;
  switch (shape) {
    case 'circle':
      return `circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(size)}"`;
    case 'square':
      return `rect x="${fixed(x - size)}" y="${fixed(y - size)}" width="${fixed(2 * size)}" height="${fixed(2 * size)}"`;
    case 'diamond':
      return `polygon points="${[at(0, -1.4), at(1.4, 0), at(0, 1.4), at(-1.4, 0)].join(' ')}"`;
    case 'triangle':
      return `polygon points="${[at(0, -1.3), at(1.2, 1), at(-1.2, 1)].join(' ')}"`;
  }
}

/** Tenths of a pixel: more is noise in a file. */
export function fixed(value: number): string {
  return value.toFixed(1);
}
