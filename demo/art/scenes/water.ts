import type { Canvas } from '../canvas.ts';
import { darker, lighter, mix } from '../colour.ts';
import { birds, clouds, land, sky, skyline, stars, sun } from '../nature.ts';

/** The light's path on the water, wider the nearer it comes. */
function glitter(canvas: Canvas, x: number, horizon: number, bottom: number): void {
  const { unit, random, mood } = canvas;
  for (let each = 0; each < 190; each++) {
    const depth = random.next() ** 1.5;
    const spread = unit * (0.03 + depth * 0.16);
    const long = unit * (0.008 + depth * 0.07) * random.between(0.4, 1);
    canvas.rect(
      x + random.between(-spread, spread) - long / 2,
      horizon + depth * (bottom - horizon),
      long,
      1 + depth * 4,
      {
        fill: mood.light,
        opacity: random.between(0.25, 0.85),
        rx: 2,
      },
    );
  }
}

function water(canvas: Canvas, horizon: number): void {
  const { width, height, unit, random, mood } = canvas;
  const fill = canvas.linear([
    [0, mix(mood.water, mood.sky[2], 0.55)],
    [0.35, mood.water],
    [1, darker(mood.water, 0.4)],
  ]);
  canvas.rect(0, horizon, width, height - horizon, { fill });
  for (let wave = 0; wave < 110; wave++) {
    const depth = random.next() ** 1.4;
    const y = horizon + depth * (height - horizon);
    const long = unit * (0.04 + depth * 0.3) * random.between(0.4, 1);
    const x = random.between(-0.1, 1) * width;
    const lift = unit * 0.004 + depth * unit * 0.012;
    canvas.path(
      `M${x} ${y}q${long / 4} ${-lift} ${long / 2} 0t${long / 2} 0q${-long / 2} ${lift * 0.7} ${-long} 0Z`,
      {
        fill: random.chance(0.6) ? lighter(mood.water, 0.35) : darker(mood.water, 0.3),
        opacity: random.between(0.12, 0.35),
      },
    );
  }
}

/** The open sea with a low sun, sometimes a sail. */
export function sea(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  const horizon = height * random.between(0.46, 0.58);
  const x = width * random.between(0.25, 0.75);
  sky(canvas, horizon);
  if (mood.dark) stars(canvas, 110, horizon * 0.6);
  sun(canvas, x, horizon - unit * random.between(0.06, 0.16), unit * 0.055);
  clouds(canvas, random.whole(3, 5), height * 0.06, horizon * 0.8);
  if (random.chance(0.6)) {
    const coast = skyline(canvas, horizon + 3, height * 0.12, 0.25);
    const left = random.chance(0.5);
    const edge = width * random.between(0.25, 0.4);
    const falling = (at: number) =>
      horizon + 3 - Math.max(0, (horizon + 3 - coast(at)) * (1 - (left ? at : width - at) / edge));
    land(canvas, falling, mix(mood.far, mood.near, 0.55), mix(mood.far, mood.near, 0.35));
  }
  water(canvas, horizon);
  glitter(canvas, x, horizon, height);
  if (random.chance(0.7))
    sail(
      canvas,
      width * random.between(0.2, 0.8),
      horizon + unit * random.between(0.03, 0.1),
      unit * random.between(0.1, 0.18),
    );
  birds(canvas, random.whole(2, 6), width * random.between(0.2, 0.8), horizon * 0.45);
}

function sail(canvas: Canvas, x: number, y: number, tall: number): void {
  const { mood } = canvas;
  const hull = darker(mood.near, 0.2);
  canvas.path(
    `M${x - tall * 0.3} ${y - tall * 0.08}H${x + tall * 0.34}L${x + tall * 0.22} ${y + tall * 0.06}H${x - tall * 0.2}Z`,
    { fill: hull },
  );
  const cloth = mix('#fffaf2', mood.sky[2], 0.25);
  canvas.path(
    `M${x} ${y - tall}Q${x + tall * 0.3} ${y - tall * 0.5} ${x + tall * 0.28} ${y - tall * 0.14}H${x}Z`,
    { fill: cloth },
  );
  canvas.path(
    `M${x - tall * 0.03} ${y - tall * 0.85}Q${x - tall * 0.2} ${y - tall * 0.4} ${x - tall * 0.24} ${y - tall * 0.14}H${x - tall * 0.03}Z`,
    {
      fill: mood.accent,
      opacity: 0.9,
    },
  );
  canvas.rect(x - tall * 0.02, y - tall, tall * 0.02, tall * 0.95, { fill: hull });
}

/** The beach from above: sand, foam, two towels and an umbrella. */
export function beach(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  const sand = mix('#ecd6ac', mood.sky[2], 0.25);
  canvas.rect(0, 0, width, height, {
    fill: canvas.linear([
      [0, lighter(sand, 0.1)],
      [1, darker(sand, 0.12)],
    ]),
  });
  for (let grain = 0; grain < 500; grain++) {
    canvas.circle(random.next() * width, random.next() * height, unit * random.between(0.0008, 0.002), {
      fill: random.chance(0.5) ? darker(sand, 0.3) : '#ffffff',
      opacity: 0.4,
    });
  }
  const edge = random.wander(3);
  const turquoise = mix('#2ba7b5', mood.water, 0.35);
  const strips = [
    { at: 0.5, colour: mix(turquoise, sand, 0.65), opacity: 0.55 },
    { at: 0.43, colour: mix(turquoise, '#ffffff', 0.45), opacity: 0.8 },
    { at: 0.36, colour: mix(turquoise, '#ffffff', 0.15), opacity: 0.9 },
    { at: 0.24, colour: turquoise, opacity: 1 },
    { at: 0.08, colour: darker(turquoise, 0.25), opacity: 1 },
  ];
  for (const [strip, { at, colour, opacity }] of strips.entries()) {
    let d = 'M-10 -10';
    for (let x = -10; x <= width + 10; x += 12) {
      d += `L${x} ${Math.round((at + edge(x / (width * 0.22) + strip * 0.35) * 0.035) * height)}`;
    }
    canvas.path(`${d}V-10Z`, { fill: colour, opacity });
    if (strip < 3)
      canvas.path(d.replace('M-10 -10L', 'M'), {
        fill: 'none',
        stroke: '#ffffff',
        'stroke-width': unit * (0.012 - strip * 0.003),
        opacity: 0.85,
      });
  }
  const [x, y] = [width * random.between(0.35, 0.65), height * random.between(0.7, 0.78)];
  for (const side of [-1, 1]) {
    canvas.group(
      { transform: `translate(${x + side * unit * 0.14} ${y}) rotate(${random.between(-14, 14)})` },
      () => {
        towel(canvas, unit * 0.11, unit * 0.24, side < 0 ? mood.accent : '#3f7fae');
      },
    );
  }
  umbrella(canvas, x, y - unit * 0.1, unit * 0.15, mood.accent);
}

function towel(canvas: Canvas, wide: number, long: number, colour: string): void {
  canvas.rect(-wide / 2 + wide * 0.06, -long / 2 + wide * 0.08, wide, long, {
    fill: '#5b4630',
    opacity: 0.25,
    rx: 4,
  });
  canvas.rect(-wide / 2, -long / 2, wide, long, { fill: lighter(colour, 0.15), rx: 3 });
  for (let stripe = 0; stripe < 5; stripe++) {
    canvas.rect(-wide / 2, -long / 2 + long * (0.1 + stripe * 0.18), wide, long * 0.06, {
      fill: '#fffaf0',
      opacity: 0.85,
    });
  }
}

function umbrella(canvas: Canvas, x: number, y: number, radius: number, colour: string): void {
  canvas.ellipse(x + radius * 0.45, y + radius * 0.4, radius * 1.02, radius * 0.98, {
    fill: '#4c3a28',
    opacity: 0.28,
  });
  const parts = 12;
  for (let part = 0; part < parts; part++) {
    const [from, to] = [(part / parts) * Math.PI * 2, ((part + 1) / parts) * Math.PI * 2];
    const at = (angle: number) => `${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}`;
    canvas.path(`M${x} ${y}L${at(from)}A${radius} ${radius} 0 0 1 ${at(to)}Z`, {
      fill: part % 2 === 0 ? colour : '#fff7ec',
    });
  }
  canvas.circle(x, y, radius, {
    fill: canvas.radial([
      [0, '#ffffff', 0.25],
      [0.7, '#ffffff', 0],
      [1, '#000000', 0.22],
    ]),
  });
  canvas.circle(x, y, radius * 0.05, { fill: darker(colour, 0.4) });
}
