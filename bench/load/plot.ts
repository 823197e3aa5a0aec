/** A line of a plot: its points are `[posts, microseconds]`. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Drawn with dashes: what the others are held against. */
  readonly isYardstick?: boolean;
}

const size = { width: 720, height: 360, left: 60, right: 230, top: 44, bottom: 40 } as const;
/** Told apart in both themes, also by those who see fewer colours (Okabe and Ito, 2008). */
const colours = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#b8860b',
  '#56b4e9',
  '#8a6bbf',
  '#7f7f7f',
] as const;
const labelHeight = 15;

/** Cost against size as an SVG with two logarithmic axes; it follows the theme of the page that shows it. */
export function plot(title: string, lines: readonly Line[]): string {
  const drawn = lines.filter(({ points }) => points.length > 0);
  const xs = drawn.flatMap(({ points }) => points.map(([x]) => x));
  const ys = drawn.flatMap(({ points }) => points.map(([, y]) => y));
  const x = scale(Math.min(...xs), Math.max(...xs), size.left, size.width - size.right);
  const low = 10 ** Math.floor(Math.log10(Math.min(...ys)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...ys) * 1.01));
  const y = scale(low, high, size.height - size.bottom, size.top);
  const ticks: number[] = [];
  for (let tick = low; tick <= high * 1.01; tick *= 10) ticks.push(tick);
  const labels = apart(drawn.map(({ points }) => y(points.at(-1)?.[1] ?? low)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escaped(title)}">`,
    '<style>',
    'text { font: 12px system-ui, sans-serif; fill: #24292f } .title { font-weight: 600; font-size: 14px }',
    '.grid { stroke: #24292f; stroke-opacity: .15 } .line { fill: none; stroke-width: 2 } .yardstick { stroke-dasharray: 5 4 }',
    '@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #e6edf3; stroke-opacity: .2 } }',
    '</style>',
    `<text class="title" x="${size.left}" y="20">${escaped(title)}</text>`,
    ...ticks.map((tick) => gridLine(tick, y(tick))),
    ...[...new Set(xs)].map(
      (at) =>
        `<text x="${x(at).toFixed(1)}" y="${size.height - size.bottom + 18}" text-anchor="middle">${at.toLocaleString('en')}</text>`,
    ),
    `<text x="${(size.left + size.width - size.right) / 2}" y="${size.height - 6}" text-anchor="middle">posts</text>`,
    ...drawn.map((line, n) =>
      drawLine(line, colours[n % colours.length] ?? colours[0], x, y, labels[n] ?? 0),
    ),
    '</svg>',
    '',
  ].join('\n');
}

type Scale = (value: number) => number;

function scale(from: number, to: number, start: number, end: number): Scale {
  const span = Math.log(to) - Math.log(from);
  if (span === 0) return () => (start + end) / 2;
  return (value) => start + ((Math.log(value) - Math.log(from)) / span) * (end - start);
}

const gridLine = (tick: number, at: number): string =>
  `<line class="grid" x1="${size.left}" x2="${size.width - size.right}" y1="${at.toFixed(1)}" y2="${at.toFixed(1)}"/>` +
  `<text x="${size.left - 8}" y="${(at + 4).toFixed(1)}" text-anchor="end">${timeText(tick)}</text>`;

function timeText(microseconds: number): string {
  if (microseconds >= 1e6) return `${microseconds / 1e6} s`;
  return microseconds >= 1000 ? `${microseconds / 1000} ms` : `${microseconds} µs`;
}

function drawLine(line: Line, colour: string, x: Scale, y: Scale, labelAt: number): string {
  const at = line.points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`);
  const dots = at
    .map((point) => point.split(','))
    .map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`);
  const end = size.width - size.right;
  const name = `<text x="${end + 28}" y="${(labelAt + 4).toFixed(1)}">${escaped(line.name)}</text>`;
  const key = `<line class="line${line.isYardstick ? ' yardstick' : ''}" stroke="${colour}" x1="${end + 10}" x2="${end + 24}" y1="${labelAt.toFixed(1)}" y2="${labelAt.toFixed(1)}"/>`;
  return `<polyline class="line${line.isYardstick ? ' yardstick' : ''}" stroke="${colour}" points="${at.join(' ')}"/>${dots.join('')}${key}${name}`;
}

/** Places for labels near those that they should have, none on another. */
function apart(wanted: readonly number[]): number[] {
  const order = wanted.map((at, n) => ({ at, n })).sort((one, other) => one.at - other.at);
  const places: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, n } of order) {
    last = Math.max(at, last + labelHeight);
    places[n] = last;
  }
  return places;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
