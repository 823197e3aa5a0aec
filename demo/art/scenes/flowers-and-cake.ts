import type { Canvas } from '../canvas.ts';
import { darker, lighter, mix } from '../colour.ts';
import { berries } from './table.ts';

/** Outer and inner colour. */
const petalColours: readonly [Petals, ...Petals[]] = [
  ['#f6a6bd', '#e3507f'],
  ['#fff4e0', '#f3c25a'],
  ['#f58f5b', '#d9432f'],
  ['#c9a6ee', '#7d53bd'],
  ['#ffffff', '#e8d9ef'],
];
type Petals = readonly [string, string];

/** Flowers close by, the garden behind them out of focus. */
export function flowers(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  const green = mix('#3f6b3c', mood.near, 0.35);
  canvas.rect(0, 0, width, height, {
    fill: canvas.linear([
      [0, mix(mood.sky[1], green, 0.35)],
      [1, darker(green, 0.35)],
    ]),
  });
  for (let spot = 0; spot < 70; spot++) {
    const colour = random.pick([
      lighter(green, 0.35),
      darker(green, 0.2),
      mood.light,
      mood.sky[1],
      mood.accent,
    ]);
    canvas.glow(random.next() * width, random.next() * height, unit * random.between(0.06, 0.2), colour, 0.4);
  }
  const petals = random.pick(petalColours);
  const heads = Array.from({ length: random.whole(7, 10) }, () => ({
    x: random.between(0.08, 0.92) * width,
    y: random.between(0.15, 0.8) * height,
    size: unit * random.between(0.09, 0.2),
  })).toSorted((a, b) => a.size - b.size);
  for (const { x, y, size } of heads) {
    canvas.path(
      `M${x} ${y}Q${x + random.between(-0.06, 0.06) * unit} ${(y + height) / 2} ${x + random.between(-0.1, 0.1) * unit} ${height + 10}`,
      {
        fill: 'none',
        stroke: darker(green, 0.1),
        'stroke-width': size * 0.09,
      },
    );
  }
  for (const { x, y, size } of heads) flower(canvas, x, y, size, petals);
}

function flower(canvas: Canvas, x: number, y: number, size: number, [outer, inner]: Petals): void {
  const { random } = canvas;
  const turn = random.between(0, 360);
  for (const [ring, count] of [12, 10, 8].entries()) {
    const long = size * (1 - ring * 0.24);
    for (let petal = 0; petal < count; petal++) {
      canvas.group(
        { transform: `translate(${x} ${y}) rotate(${turn + ring * 14 + (petal * 360) / count})` },
        () => {
          const fill = canvas.linear([
            [0, lighter(outer, 0.2)],
            [1, mix(outer, inner, 0.55 + ring * 0.2)],
          ]);
          canvas.path(
            `M0 0C${-long * 0.34} ${-long * 0.4} ${-long * 0.24} ${-long} 0 ${-long}C${long * 0.24} ${-long} ${long * 0.34} ${-long * 0.4} 0 0Z`,
            {
              fill,
              stroke: darker(inner, 0.1),
              'stroke-width': 0.8,
              'stroke-opacity': 0.35,
            },
          );
        },
      );
    }
  }
  canvas.circle(x, y, size * 0.2, {
    fill: canvas.radial([
      [0, '#ffe08a'],
      [1, '#b5741d'],
    ]),
  });
  for (let seed = 0; seed < 26; seed++) {
    const [angle, away] = [seed * 2.4, Math.sqrt(seed / 26) * size * 0.18];
    canvas.circle(x + Math.cos(angle) * away, y + Math.sin(angle) * away, size * 0.014, {
      fill: '#6b3f10',
      opacity: 0.7,
    });
  }
}

/** A birthday cake by candle light. */
export function cake(canvas: Canvas): void {
  const { width, height, unit, random } = canvas;
  canvas.rect(0, 0, width, height, {
    fill: canvas.linear([
      [0, '#2a1622'],
      [0.7, '#5a2b32'],
      [1, '#2c130f'],
    ]),
  });
  for (let spot = 0; spot < 45; spot++) {
    const colour = random.pick(['#ffb45e', '#ff7f6b', '#ffd98a', '#d66aa0']);
    const fill = canvas.radial([
      [0, colour, 0.4],
      [0.85, colour, 0.3],
      [1, colour, 0],
    ]);
    canvas.circle(random.next() * width, random.next() * height * 0.75, unit * random.between(0.02, 0.07), {
      fill,
      opacity: 0.7,
    });
  }
  const [x, base] = [width / 2, height * 0.86];
  canvas.ellipse(x, base, unit * 0.42, unit * 0.06, { fill: '#e9ddd0' });
  canvas.ellipse(x, base - unit * 0.012, unit * 0.38, unit * 0.048, { fill: '#cdbba9' });
  const cream = random.pick(['#f8e3d6', '#f3d3da', '#efe6cf']);
  const tiers = [
    [0.3, 0.2],
    [0.21, 0.17],
  ] as const;
  let foot = base - unit * 0.01;
  for (const [half, tall] of tiers) {
    const [w, h] = [unit * half, unit * tall];
    canvas.path(`M${x - w} ${foot - h}V${foot}A${w} ${w * 0.14} 0 0 0 ${x + w} ${foot}V${foot - h}Z`, {
      fill: canvas.linear(
        [
          [0, darker(cream, 0.22)],
          [0.35, cream],
          [0.7, lighter(cream, 0.15)],
          [1, darker(cream, 0.28)],
        ],
        'right',
      ),
    });
    canvas.ellipse(x, foot - h, w, w * 0.14, { fill: lighter(cream, 0.35) });
    for (let drop = 0; drop <= 14; drop++) {
      const at = (drop / 14) * 2 - 1;
      const dy = Math.sqrt(1 - at * at) * w * 0.14;
      canvas.ellipse(
        x + at * w * 0.97,
        foot - h + dy + unit * 0.012,
        w * 0.075,
        unit * random.between(0.016, 0.034),
        { fill: '#a33a4f' },
      );
    }
    foot -= h;
  }
  berries(canvas, x, foot - unit * 0.005, unit * 0.1, 14);
  for (let candle = -2; candle <= 2; candle++) {
    const cx = x + candle * unit * 0.07;
    const cy = foot - unit * 0.11 + Math.abs(candle) * unit * 0.006;
    canvas.rect(cx - unit * 0.008, cy, unit * 0.016, unit * 0.11, {
      fill: candle % 2 === 0 ? '#fdf3e3' : '#f19ab0',
      rx: 3,
    });
    canvas.glow(cx, cy - unit * 0.03, unit * 0.2, '#ffc463', 0.65);
    canvas.path(
      `M${cx} ${cy - unit * 0.06}Q${cx + unit * 0.018} ${cy - unit * 0.02} ${cx} ${cy - unit * 0.006}Q${cx - unit * 0.018} ${cy - unit * 0.02} ${cx} ${cy - unit * 0.06}Z`,
      { fill: '#fff6d8' },
    );
  }
}
