import type { Series } from './line.ts';

const size = { width: 720, height: 120, left: 190, right: 80, pad: 14 } as const;

/** Figures over time below each other, each from 0 to its most, as an SVG that follows the theme of the page that shows it. */
export function plotSeries(title: string, all: readonly Series[]): string {
  const height = 34 + all.length * size.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" role="img" aria-label="${title}">`,
    '<style>',
    'text { font: 12px system-ui, sans-serif; fill: #24292f } .title { font-weight: 600; font-size: 14px }',
    'line { stroke: #24292f; stroke-opacity: .2 } polyline { fill: none; stroke: #0072b2; stroke-width: 1.5 }',
    '@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } line { stroke: #e6edf3 } polyline { stroke: #56b4e9 } }',
    '</style>',
    `<text class="title" x="10" y="20">${title}</text>`,
    ...all.map((series, n) => panel(series, 34 + n * size.height)),
    '</svg>',
    '',
  ].join('\n');
}

function panel({ name, points }: Series, top: number): string {
  const most = Math.max(1, ...points.map(([, y]) => y));
  const end = Math.max(1, points.at(-1)?.[0] ?? 1);
  const [low, high] = [top + size.height - size.pad, top + size.pad];
  const right = size.width - size.right;
  const x = (seconds: number) => size.left + (seconds / end) * (right - size.left);
  const y = (value: number) => low - (value / most) * (low - high);
  const at = points.map(([seconds, value]) => `${x(seconds).toFixed(1)},${y(value).toFixed(1)}`);
  return [
    `<text x="10" y="${(low + high) / 2}">${name}</text>`,
    `<line x1="${size.left}" x2="${right}" y1="${low}" y2="${low}"/>`,
    `<polyline points="${at.join(' ')}"/>`,
    `<text x="${right + 8}" y="${high + 4}">${Math.round(most).toLocaleString('en')}</text>`,
    `<text x="${right + 8}" y="${low + 4}">0</text>`,
  ].join('');
}
