/** Who read whose messages? The team as a graph, each arrow with what flowed. */

import { escapeText } from '../svg/markup.ts';
import type { Palette } from '../svg/palette.ts';
import { fixed } from '../svg/shapes.ts';
import type { PageTeam } from './page-input.ts';

const WIDTH = 860;
const BOX = { width: 150, height: 44 };

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A chain from left to right where nobody reads a later agent, else a circle. Null without an agent. */
export function teamFigure({ agents, messages }: PageTeam, palette: Palette): string | null {
  if (agents.length === 0) return null;
  const isForward = messages.every(({ from, to }) => from < to);
  const isChain = isForward && messages.every(({ from, to }) => to === from + 1);
  const height = isChain && agents.length <= 5 ? 120 : 400;
  const place = isChain && agents.length <= 5 ? onLine : onCircle;
  const spots = new Map(
    agents.map(({ agent }, index) => [agent, place(index, agents.length, height)] as const),
  );
  const arrows = messages.flatMap(({ from, to, count }) => {
    const [start, end] = [spots.get(from), spots.get(to)];
    if (start === undefined || end === undefined || from === to) return [];
    return drawArrow(
      { start, end },
      `agent ${from + 1} to agent ${to + 1}: ${count.toFixed(2)} messages per task`,
      palette,
    );
  });
  const boxes = agents.map(({ agent, role }) => {
    const { x, y } = spots.get(agent) as Spot;
    return [
      `<rect x="${fixed(x - BOX.width / 2)}" y="${fixed(y - BOX.height / 2)}" width="${BOX.width}" height="${BOX.height}" rx="6" fill="${palette.paper}" stroke="${palette.ink}"/>`,
      `<text x="${fixed(x)}" y="${fixed(y - 3)}" text-anchor="middle" fill="${palette.ink}">${escapeText(shortened(role))}</text>`,
      `<text x="${fixed(x)}" y="${fixed(y + 13)}" text-anchor="middle" font-size="11" fill="${palette.muted}">agent ${agent + 1}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-size="13" role="img" aria-label="The team as a graph of ${agents.length} agents">`,
    ...arrows,
    ...boxes,
    '</svg>',
  ].join('\n');
}

function onLine(index: number, count: number, height: number): Spot {
  return { x: (WIDTH * (index + 0.5)) / count, y: height / 2 };
}

function onCircle(index: number, count: number, height: number): Spot {
  const angle = (2 * Math.PI * index) / count - Math.PI / 2;
  return {
    x: WIDTH / 2 + Math.cos(angle) * (WIDTH / 2 - BOX.width / 2 - 10),
    y: height / 2 + Math.sin(angle) * (height / 2 - BOX.height / 2 - 10),
  };
}

/** From box to box, with a head of its own: a marker would need an id that no other figure of the page has. */
function drawArrow(
  { start, end }: { readonly start: Spot; readonly end: Spot },
  title: string,
  palette: Palette,
): string[] {
  const tip = edgeOf(end, start);
  const tail = edgeOf(start, end);
  const angle = Math.atan2(tip.y - tail.y, tip.x - tail.x);
  const wing = (turn: number): string =>
    `${fixed(tip.x - 9 * Math.cos(angle + turn))},${fixed(tip.y - 9 * Math.sin(angle + turn))}`;
  return [
    `<g stroke="${palette.candidate}" fill="${palette.candidate}"><title>${escapeText(title)}</title>`,
    `<line x1="${fixed(tail.x)}" y1="${fixed(tail.y)}" x2="${fixed(tip.x)}" y2="${fixed(tip.y)}" stroke-width="1.5"/>`,
    `<polygon points="${fixed(tip.x)},${fixed(tip.y)} ${wing(0.4)} ${wing(-0.4)}"/></g>`,
  ];
}

/** Where the line from `inside` towards `other` leaves the box around `inside`. */
function edgeOf(inside: Spot, other: Spot): Spot {
  const [across, down] = [other.x - inside.x, other.y - inside.y];
  const share = Math.min(
    across === 0 ? Number.POSITIVE_INFINITY : BOX.width / 2 / Math.abs(across),
    down === 0 ? Number.POSITIVE_INFINITY : BOX.height / 2 / Math.abs(down),
    1,
  );
  return { x: inside.x + across * share, y: inside.y + down * share };
}

function shortened(role: string): string {
  return role.length <= 20 ? role : `${role.slice(0, 19)}…`;
}
