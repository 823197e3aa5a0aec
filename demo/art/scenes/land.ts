import type { Canvas } from '../canvas.ts';
import { line } from '../canvas.ts';
import { darker, lighter, mix } from '../colour.ts';
import { birds, clouds, couple, land, pine, ridges, sky, skyline, stars, sun, tree } from '../nature.ts';

/** Hills one behind the other, trees on the nearest, sometimes a house with a light in it. */
export function hills(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  sky(canvas, height * 0.75);
  if (mood.dark) stars(canvas, 140, height * 0.5);
  sun(canvas, width * random.between(0.2, 0.8), height * random.between(0.24, 0.42), unit * 0.045);
  clouds(canvas, random.whole(2, 4), height * 0.08, height * 0.4);
  const top = ridges(canvas, random.whole(4, 6), height * 0.6, height * 0.95, height * 0.22);
  birds(canvas, random.whole(3, 7), width * random.between(0.3, 0.7), height * 0.3);
  const green = mood.near;
  for (let each = 0; each < 9; each++) {
    const x = width * random.between(0, 1);
    const tall = unit * random.between(0.06, 0.15);
    if (random.chance(0.5)) pine(canvas, x, top(x) + 4, tall, darker(green, 0.25));
    else tree(canvas, x, top(x) + 4, tall, darker(green, 0.1));
  }
  if (random.chance(0.6)) house(canvas, width * random.between(0.25, 0.75), top, unit * 0.11);
}

function house(canvas: Canvas, x: number, ground: (x: number) => number, size: number): void {
  const y = ground(x) + size * 0.15;
  const wall = lighter(canvas.mood.near, 0.12);
  canvas.rect(x - size * 0.5, y - size * 0.55, size, size * 0.6, { fill: wall });
  canvas.path(
    `M${x - size * 0.62} ${y - size * 0.5}L${x} ${y - size}L${x + size * 0.62} ${y - size * 0.5}Z`,
    {
      fill: darker(canvas.mood.near, 0.35),
    },
  );
  canvas.glow(x - size * 0.18, y - size * 0.25, size * 0.7, '#ffd27a', 0.7);
  for (const at of [-0.3, 0.1]) {
    canvas.rect(x + size * at, y - size * 0.38, size * 0.2, size * 0.22, { fill: '#ffe2a0' });
  }
}

/** Sharp peaks with snow, mirrored in a lake between pines. */
export function mountains(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  const shore = height * random.between(0.58, 0.66);
  const above = () => {
    sky(canvas, shore);
    if (mood.dark) stars(canvas, 120, shore * 0.6);
    sun(canvas, width * random.between(0.15, 0.85), height * 0.2, unit * 0.04);
    clouds(canvas, 3, height * 0.05, height * 0.32);
    peaks(canvas, shore, height * 0.46, 0.2);
    peaks(canvas, shore, height * 0.3, 0.75);
    const row = skyline(canvas, shore + 2, height * 0.05, 0.15);
    land(canvas, row, mix(mood.far, mood.near, 0.85), mood.near);
  };
  canvas.group({}, above);
  const lake = canvas.linear([
    [0, mix(mood.water, mood.sky[2], 0.55)],
    [0.4, mood.water],
    [1, darker(mood.water, 0.35)],
  ]);
  canvas.rect(0, shore, width, height - shore, { fill: lake });
  for (let ripple = 0; ripple < 70; ripple++) {
    const depth = random.next() ** 1.6;
    const y = shore + depth * (height - shore);
    const long = unit * (0.03 + depth * 0.16) * random.between(0.5, 1.2);
    canvas.rect(random.between(-0.1, 1) * width, y, long, 1 + depth * 3, {
      fill: lighter(mood.sky[2], 0.3),
      opacity: 0.05 + random.next() * 0.13,
      rx: 2,
    });
  }
  const near = darker(mood.near, 0.35);
  for (let each = 0; each < 8; each++) {
    const left = random.chance(0.5);
    const x = left ? random.between(-0.02, 0.3) * width : random.between(0.7, 1.02) * width;
    pine(canvas, x, height * random.between(1, 1.06), unit * random.between(0.28, 0.5), near);
  }
}

function peaks(canvas: Canvas, base: number, tall: number, depth: number): void {
  const { width, random, mood } = canvas;
  const colour = mix(mood.far, mood.near, depth * 0.8);
  for (let each = 0; each < 5; each++) {
    const x = width * (each / 4 + random.between(-0.1, 0.1));
    const top = base - tall * random.between(0.55, 1);
    const half = (base - top) * random.between(0.75, 1.05);
    canvas.path(`M${x - half} ${base}L${x} ${top}L${x + half} ${base}Z`, { fill: colour });
    canvas.path(
      `M${x} ${top}L${x + half} ${base}H${x + half * 0.18}L${x - half * 0.06} ${top + (base - top) * 0.5}Z`,
      {
        fill: darker(colour, 0.18),
        opacity: 0.75,
      },
    );
    const snow = (part: number, dx: number): [number, number] => [x + half * dx, top + (base - top) * part];
    const cap = [
      snow(0, 0),
      snow(0.3, 0.3),
      snow(0.24, 0.16),
      snow(0.36, 0.08),
      snow(0.22, -0.03),
      snow(0.34, -0.14),
      snow(0.26, -0.26),
    ];
    canvas.path(`${line(cap)}Z`, { fill: mix('#ffffff', mood.sky[2], 0.2), opacity: 0.94 });
  }
}

/** Rows of a field running to the horizon: lavender, rape or wheat, as the season is. */
export function field(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  const horizon = height * random.between(0.4, 0.52);
  sky(canvas, horizon);
  sun(canvas, width * random.between(0.3, 0.7), horizon * random.between(0.45, 0.8), unit * 0.045);
  clouds(canvas, 4, height * 0.05, horizon * 0.8);
  land(canvas, skyline(canvas, horizon + 6, height * 0.09, 0.3), mix(mood.far, mood.near, 0.2), mood.far);
  const crop = random.pick(['#8a6bc4', '#e2b93b', '#d9a557', '#b85c86']);
  canvas.rect(0, horizon, width, height - horizon, {
    fill: canvas.linear([
      [0, mix(crop, mood.far, 0.5)],
      [1, darker(crop, 0.35)],
    ]),
  });
  const vanish = width * random.between(0.35, 0.65);
  for (let row = -16; row <= 16; row++) {
    const [a, b] = [vanish + (row - 0.28) * width * 0.16, vanish + (row + 0.28) * width * 0.16];
    const far = vanish + row * width * 0.004;
    canvas.path(`M${far - 1} ${horizon}H${far + 1}L${b} ${height}H${a}Z`, {
      fill: canvas.linear([
        [0, mix(crop, mood.far, 0.3)],
        [1, lighter(crop, 0.12)],
      ]),
    });
    for (let flower = 0; flower < 46; flower++) {
      const depth = random.next() ** 0.6;
      const x = far + (vanish + (row + random.between(-0.3, 0.3)) * width * 0.16 - far) * depth;
      const shade = mix(lighter(crop, 0.35), darker(crop, 0.2), random.next());
      canvas.circle(x, horizon + depth * (height - horizon), unit * 0.001 + depth * unit * 0.007, {
        fill: shade,
        opacity: 0.8,
      });
    }
  }
  for (let each = 0; each < 4; each++) {
    tree(
      canvas,
      width * random.between(0, 1),
      horizon + unit * 0.015,
      unit * random.between(0.06, 0.12),
      mix(mood.near, mood.far, 0.25),
    );
  }
}

/** Two people on a hill before a very large sun. */
export function twoOnAHill(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  sky(canvas, height);
  const x = width * random.between(0.42, 0.58);
  sun(canvas, x + unit * 0.06, height * 0.58, unit * 0.17);
  clouds(canvas, 4, height * 0.1, height * 0.5);
  ridges(canvas, 3, height * 0.74, height * 0.86, height * 0.14);
  const ground = skyline(canvas, height * 0.9, height * 0.07, 0.8, 3);
  const dark = darker(mood.near, 0.55);
  land(canvas, ground, dark, darker(dark, 0.5));
  couple(canvas, x, ground(x) + unit * 0.012, unit * 0.26, dark);
  birds(canvas, 6, width * 0.3, height * 0.28);
}

/** Trunks in the mist with light falling between them. */
export function forest(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  const mist = mix(mood.sky[2], mood.far, 0.3);
  canvas.rect(0, 0, width, height, {
    fill: canvas.linear([
      [0, mix(mood.far, mood.sky[1], 0.4)],
      [0.6, mist],
      [1, mix(mood.near, mood.far, 0.4)],
    ]),
  });
  canvas.glow(width * random.between(0.3, 0.7), height * 0.3, unit * 0.8, mood.light, 0.9);
  for (let layer = 0; layer < 5; layer++) {
    const depth = layer / 4;
    const colour = mix(mix(mood.far, mist, 0.4), darker(mood.near, 0.3), depth);
    for (let each = 0; each < 9 - layer; each++) {
      const x = random.between(-0.03, 1.03) * width;
      const half = unit * (0.006 + depth * 0.026) * random.between(0.7, 1.2);
      canvas.path(`M${x - half} ${height}L${x - half * 0.7} ${-5}H${x + half * 0.7}L${x + half} ${height}Z`, {
        fill: canvas.linear(
          [
            [0, darker(colour, 0.1)],
            [0.5, lighter(colour, 0.06)],
            [1, darker(colour, 0.2)],
          ],
          'right',
        ),
      });
    }
    for (let leaf = 0; leaf < 60; leaf++) {
      const y = height * random.next() ** 2 * 0.45;
      const shade = mix(colour, mix(mood.near, '#9fbf4a', 0.6), random.between(0.2, 0.8));
      canvas.ellipse(
        random.between(0, 1) * width,
        y,
        unit * random.between(0.01, 0.04),
        unit * random.between(0.008, 0.02),
        { fill: shade, opacity: 0.35 + depth * 0.3 },
      );
    }
    const floor = skyline(canvas, height * (0.78 + depth * 0.2), height * 0.05, 0.3);
    land(canvas, floor, mix(colour, '#7f9a3f', 0.3), darker(colour, 0.15));
  }
  for (let beam = 0; beam < 6; beam++) {
    const x = width * random.between(0.1, 0.9);
    const wide = unit * random.between(0.04, 0.12);
    const fill = canvas.linear([
      [0, mood.light, 0.28],
      [1, mood.light, 0],
    ]);
    canvas.path(
      `M${x} -5H${x + wide}L${x + wide * 2.2 - unit * 0.25} ${height * 0.9}H${x - wide * 0.6 - unit * 0.25}Z`,
      { fill },
    );
  }
}
