import type { Mood } from './moods.ts';
import type { Random } from './random.ts';

/** A stop of a gradient: where (0 to 1), colour, opacity. */
type Stop = readonly [at: number, colour: string, opacity?: number];

type Attributes = Readonly<Record<string, string | number>>;

const round = (value: number): number => Math.round(value * 10) / 10;

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? round(value) : value}"`)
    .join('');
}

/** An SVG picture in the making. Lengths are pixels of the finished picture. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly random: Random;
  readonly mood: Mood;
  readonly #defs: string[] = [];
  #shapes: string[] = [];

  constructor(width: number, height: number, random: Random, mood: Mood) {
    this.width = width;
    this.height = height;
    this.random = random;
    this.mood = mood;
  }

  /** The shorter side; what sizes of things are measured by. */
  get unit(): number {
    return Math.min(this.width, this.height);
  }

  #define(element: (id: string) => string): string {
    const id = `d${this.#defs.length}`;
    this.#defs.push(element(id));
    return `url(#${id})`;
  }

  /** A gradient from top to bottom, or from left to right. */
  linear(stops: readonly Stop[], direction: 'down' | 'right' = 'down'): string {
    const end = direction === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
    return this.#define(
      (id) => `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stopList(stops)}</linearGradient>`,
    );
  }

  radial(stops: readonly Stop[]): string {
    return this.#define((id) => `<radialGradient id="${id}">${stopList(stops)}</radialGradient>`);
  }

  blur(pixels: number): string {
    const area = 'x="-50%" y="-50%" width="200%" height="200%"';
    return this.#define(
      (id) => `<filter id="${id}" ${area}><feGaussianBlur stdDeviation="${round(pixels)}"/></filter>`,
    );
  }

  clip(shape: string): string {
    return this.#define((id) => `<clipPath id="${id}">${shape}</clipPath>`);
  }

  add(...shapes: string[]): void {
    this.#shapes.push(...shapes);
  }

  /** What `draw` adds, as one group. */
  group(attributes: Attributes, draw: () => void): void {
    const outside = this.#shapes;
    this.#shapes = [];
    draw();
    const inside = this.#shapes.join('');
    this.#shapes = outside;
    this.add(`<g${written(attributes)}>${inside}</g>`);
  }

  rect(x: number, y: number, width: number, height: number, attributes: Attributes): void {
    this.add(`<rect${written({ x, y, width, height, ...attributes })}/>`);
  }

  circle(cx: number, cy: number, r: number, attributes: Attributes): void {
    this.add(`<circle${written({ cx, cy, r, ...attributes })}/>`);
  }

  ellipse(cx: number, cy: number, rx: number, ry: number, attributes: Attributes): void {
    this.add(`<ellipse${written({ cx, cy, rx, ry, ...attributes })}/>`);
  }

  path(d: string, attributes: Attributes): void {
    this.add(`<path${written({ d, ...attributes })}/>`);
  }

  /** A soft light without an edge. */
  glow(x: number, y: number, radius: number, colour: string, opacity: number): void {
    const fill = this.radial([
      [0, colour, opacity],
      [0.35, colour, opacity * 0.45],
      [1, colour, 0],
    ]);
    this.circle(x, y, radius, { fill });
  }

  toSvg(): string {
    const { width, height } = this;
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${this.#defs.join('')}</defs>${this.#shapes.join('')}</svg>`;
  }
}

const stopList = (stops: readonly Stop[]): string =>
  stops
    .map(
      ([at, colour, opacity = 1]) =>
        `<stop offset="${at}" stop-color="${colour}" stop-opacity="${round(opacity * 100) / 100}"/>`,
    )
    .join('');

/** `M x y L x y …` */
export const line = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
