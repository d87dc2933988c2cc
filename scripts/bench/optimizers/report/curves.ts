/** How does regret fall with what is spent? Small multiples as one SVG, readable on light and dark ground. */
import { type Point, type Summary, unique } from './summary.ts';

const PANEL = { width: 250, height: 190, left: 46, top: 30, gapX: 20, gapY: 46 };
const COLUMNS = 4;
const HEAD = 96;
const COLOURS: { readonly [method: string]: string } = {
  identity: '#9ca3af',
  random: '#6b7280',
  maspo: '#2563eb',
  gepa: '#059669',
  mamut_gepa: '#65a30d',
  mipro: '#d97706',
  mapro: '#dc2626',
  hivemind: '#7c3aed',
  maspob: '#0891b2',
  tavo: '#db2777',
  credo: '#ea580c',
};

export type Spending = 'charged' | 'tokens';

/** The same bytes for the same summary. */
export function curves(summary: Summary, spending: Spending): string {
  const landscapes = unique(summary.points.map(({ landscape }) => landscape));
  const methods = unique(summary.points.map(({ method }) => method));
  const rows = Math.ceil(landscapes.length / COLUMNS);
  const width = COLUMNS * (PANEL.width + PANEL.gapX) + 40;
  const height = HEAD + rows * (PANEL.height + PANEL.gapY) + 10;
  const title = `Median regret against ${spending === 'charged' ? 'charged rollouts' : 'tokens (thousands)'}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="12" role="img" aria-label="${title}">`,
    '<style>.ground{fill:#fff}.ink{fill:#111827}.soft{fill:#6b7280}.rule{stroke:#d1d5db}.mark{fill:#b91c1c}@media (prefers-color-scheme:dark){.ground{fill:#0d1117}.ink{fill:#e5e7eb}.soft{fill:#9ca3af}.rule{stroke:#374151}.mark{fill:#f87171}}</style>',
    `<rect class="ground" width="${width}" height="${height}"/>`,
    `<text class="ink" x="20" y="26" font-size="16" font-weight="bold">${title}</text>`,
    '<text class="mark" x="20" y="46">SIMULATED: planted landscapes, scripted models</text>',
    ...legend(methods),
    ...landscapes.flatMap((landscape, index) =>
      panel(
        summary.points.filter((point) => point.landscape === landscape),
        { landscape, spending, index },
      ),
    ),
    '</svg>',
    '',
  ].join('\n');
}

function legend(methods: readonly string[]): string[] {
  return methods.map(
    (method, index) =>
      `<g transform="translate(${20 + index * 102} 64)"><line x2="18" y1="4" y2="4" ${stroke(method)}/><text class="ink" x="23" y="8">${method}</text></g>`,
  );
}

function stroke(method: string): string {
  const dash = method === 'random' || method === 'identity' ? ' stroke-dasharray="5 3"' : '';
  return `stroke="${COLOURS[method] ?? '#6b7280'}" stroke-width="${method === 'credo' ? 3 : 1.6}" fill="none"${dash}`;
}

function panel(
  points: readonly Point[],
  at: { readonly landscape: string; readonly spending: Spending; readonly index: number },
): string[] {
  const { landscape, spending, index } = at;
  const spent = (point: Point): number =>
    spending === 'charged' ? point.charged : point.tokens / 1000;
  const right = Math.max(1, ...points.map(spent));
  const top = Math.max(
    0.1,
    Math.ceil(10 * Math.max(...points.map(({ regret }) => regret.median))) / 10,
  );
  const inner = { width: PANEL.width - PANEL.left, height: PANEL.height - PANEL.top };
  const x = (value: number): string => (PANEL.left + (value / right) * inner.width).toFixed(1);
  const y = (value: number): string => (PANEL.top + (1 - value / top) * inner.height).toFixed(1);
  const left = 20 + (index % COLUMNS) * (PANEL.width + PANEL.gapX);
  const down = HEAD + Math.floor(index / COLUMNS) * (PANEL.height + PANEL.gapY);
  const lines = unique(points.map(({ method }) => method)).map((method) => {
    const own = points
      .filter((point) => point.method === method)
      .toSorted((first, second) => first.budget - second.budget);
    const places = own.map((point) => `${x(spent(point))},${y(point.regret.median)}`);
    return `<polyline points="${places.join(' ')}" ${stroke(method)}/>`;
  });
  return [
    `<g transform="translate(${left} ${down})">`,
    `<text class="ink" x="${PANEL.left}" y="18" font-weight="bold">${landscape}</text>`,
    ...[0, top / 2, top].map(
      (tick) =>
        `<line class="rule" x1="${PANEL.left}" x2="${PANEL.width}" y1="${y(tick)}" y2="${y(tick)}"/><text class="soft" x="${PANEL.left - 6}" y="${y(tick - 0.02 * top)}" text-anchor="end">${tick.toFixed(2)}</text>`,
    ),
    ...[0, right / 2, right].map(
      (tick) =>
        `<text class="soft" x="${x(tick)}" y="${PANEL.height + 16}" text-anchor="middle">${Math.round(tick)}</text>`,
    ),
    ...lines,
    '</g>',
  ];
}
