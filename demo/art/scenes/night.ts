import type { Canvas } from '../canvas.ts';
import { darker, lighter, mix } from '../colour.ts';
import { couple, land, pine, sky, skyline, stars, sun } from '../nature.ts';

/** The milky way over dark hills, and a tent with a light in it. */
export function tentUnderStars(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  sky(canvas, height);
  const lean = random.between(-0.5, 0.5);
  for (let cloud = 0; cloud < 70; cloud++) {
    const along = random.between(-0.1, 1.1);
    const away = (random.next() + random.next() + random.next() - 1.5) * 0.16;
    const x = width * (0.5 + lean * (along - 0.5) * 1.6 + away);
    canvas.glow(
      x,
      height * along * 0.85,
      unit * random.between(0.05, 0.16),
      random.pick(['#b9c4f0', '#e8c7d8', '#8fa4e0']),
      0.09,
    );
  }
  for (let star = 0; star < 700; star++) {
    const along = random.next();
    const away = (random.next() + random.next() - 1) * 0.2;
    canvas.circle(
      width * (0.5 + lean * (along - 0.5) * 1.6 + away),
      height * along * 0.85,
      unit * random.between(0.0004, 0.0014),
      {
        fill: '#ffffff',
        opacity: random.between(0.3, 0.9),
      },
    );
  }
  stars(canvas, 260, height * 0.85);
  land(canvas, skyline(canvas, height * 0.82, height * 0.12), mix(mood.far, mood.near, 0.3), mood.near);
  const ground = skyline(canvas, height * 0.92, height * 0.06);
  land(canvas, ground, darker(mood.near, 0.1), '#020308');
  const x = width * random.between(0.3, 0.7);
  tent(canvas, x, ground(x) + unit * 0.02, unit * 0.24);
  for (let each = 0; each < 7; each++) {
    const at = random.between(0, 1) * width;
    if (Math.abs(at - x) > unit * 0.22)
      pine(canvas, at, ground(at) + 8, unit * random.between(0.12, 0.3), '#05070f');
  }
}

function tent(canvas: Canvas, x: number, y: number, size: number): void {
  canvas.glow(x, y - size * 0.25, size * 1.5, '#ffb45e', 0.55);
  const cloth = canvas.radial([
    [0, '#ffe9b0'],
    [0.6, '#ffb050'],
    [1, '#c9642a'],
  ]);
  canvas.path(`M${x - size * 0.6} ${y}L${x} ${y - size * 0.62}L${x + size * 0.6} ${y}Z`, { fill: cloth });
  canvas.path(`M${x - size * 0.1} ${y}L${x} ${y - size * 0.5}L${x + size * 0.1} ${y}Z`, {
    fill: '#fff3cf',
    opacity: 0.85,
  });
  canvas.path(
    `M${x - size * 0.66} ${y + size * 0.05}L${x} ${y - size * 0.64}L${x + size * 0.66} ${y + size * 0.05}`,
    {
      fill: 'none',
      stroke: '#6b3316',
      'stroke-width': size * 0.015,
    },
  );
}

/** A skyline with lit windows by a river. */
export function city(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  const shore = height * random.between(0.68, 0.76);
  sky(canvas, shore);
  stars(canvas, 80, shore * 0.5);
  sun(canvas, width * random.between(0.15, 0.85), height * 0.2, unit * 0.04);
  for (let row = 0; row < 3; row++) {
    const depth = row / 2;
    const colour = mix(mix(mood.far, mood.sky[2], 0.25), darker(mood.near, 0.1), depth);
    for (let x = -unit * 0.05; x < width; ) {
      const wide = unit * random.between(0.06, 0.14);
      const tall = height * random.between(0.12, 0.42) * (1 - depth * 0.4);
      building(canvas, x, shore, wide, tall, colour, depth);
      x += wide * random.between(0.9, 1.25);
    }
  }
  const river = canvas.linear([
    [0, mix(mood.water, mood.sky[2], 0.4)],
    [1, darker(mood.water, 0.55)],
  ]);
  canvas.rect(0, shore, width, height - shore, { fill: river });
  for (let streak = 0; streak < 60; streak++) {
    const fill = canvas.linear([
      [0, '#ffd890', 0.6],
      [1, '#ffb860', 0],
    ]);
    canvas.rect(
      random.next() * width,
      shore,
      unit * random.between(0.003, 0.009),
      (height - shore) * random.between(0.3, 0.9),
      { fill, opacity: 0.6 },
    );
  }
  for (let ripple = 0; ripple < 120; ripple++) {
    const depth = random.next();
    canvas.rect(
      random.between(-0.1, 1) * width,
      shore + depth * (height - shore),
      unit * random.between(0.03, 0.14),
      1 + depth * 2.5,
      {
        fill: random.chance(0.5) ? darker(mood.water, 0.5) : lighter(mood.water, 0.2),
        opacity: 0.25,
      },
    );
  }
}

function building(
  canvas: Canvas,
  x: number,
  base: number,
  wide: number,
  tall: number,
  colour: string,
  depth: number,
): void {
  const { random, unit } = canvas;
  const shape = random.whole(0, 3);
  if (shape === 1)
    canvas.path(
      `M${x} ${base - tall + 1}L${x + wide / 2} ${base - tall - wide * 0.5}L${x + wide} ${base - tall + 1}Z`,
      { fill: colour },
    );
  if (shape === 2) canvas.ellipse(x + wide / 2, base - tall, wide * 0.4, wide * 0.35, { fill: colour });
  if (shape === 3)
    canvas.rect(x + wide * 0.47, base - tall - wide * 0.7, wide * 0.06, wide * 0.8, { fill: colour });
  canvas.rect(x, base - tall, wide, tall + 1, { fill: colour });
  const step = unit * 0.021;
  for (let wy = base - tall + step; wy < base - step; wy += step * 1.3) {
    for (let wx = x + step * 0.6; wx < x + wide - step * 0.8; wx += step) {
      if (!random.chance(0.18 + depth * 0.24)) continue;
      canvas.rect(wx, wy, step * 0.45, step * 0.62, {
        fill: random.pick(['#ffdf9a', '#ffc86b', '#fff0cc', '#ffb060']),
        opacity: 0.55 + depth * 0.4,
      });
    }
  }
}

/** An evening out of focus: strings of lamps, and two people under them. */
export function lights(canvas: Canvas): void {
  const { width, height, unit, random } = canvas;
  const warm = ['#ffb45e', '#ff8a5c', '#ffd98a', '#f2647a', '#ffe9c2', '#b06ad0'] as const;
  canvas.rect(0, 0, width, height, {
    fill: canvas.linear([
      [0, '#140f24'],
      [0.55, '#34203a'],
      [1, '#1c1018'],
    ]),
  });
  for (let each = 0; each < 90; each++) {
    const radius = unit * random.between(0.015, 0.085);
    const colour = random.pick(warm);
    const fill = canvas.radial([
      [0, colour, 0.5],
      [0.82, colour, 0.42],
      [0.93, lighter(colour, 0.4), 0.55],
      [1, colour, 0],
    ]);
    canvas.circle(random.next() * width, height * random.next() ** 0.8, radius, {
      fill,
      opacity: random.between(0.2, 0.75),
    });
  }
  for (let string = 0; string < 3; string++) {
    const [from, to] = [height * random.between(0.02, 0.22), height * random.between(0.02, 0.22)];
    const sag = unit * random.between(0.12, 0.26);
    const y = (part: number) => from + (to - from) * part + sag * 4 * part * (1 - part);
    canvas.path(`M0 ${from}Q${width / 2} ${(from + to) / 2 + sag * 2} ${width} ${to}`, {
      fill: 'none',
      stroke: '#0a0610',
      'stroke-width': unit * 0.004,
    });
    for (let bulb = 1; bulb < 13; bulb++) {
      const part = bulb / 13;
      canvas.glow(part * width, y(part) + unit * 0.02, unit * 0.07, '#ffc96f', 0.7);
      canvas.ellipse(part * width, y(part) + unit * 0.022, unit * 0.009, unit * 0.014, { fill: '#fff4d4' });
    }
  }
  if (random.chance(0.75))
    couple(canvas, width * random.between(0.35, 0.65), height * 1.02, unit * 0.5, '#0b0710');
}
