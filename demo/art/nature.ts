import type { Canvas } from './canvas.ts';
import { line } from './canvas.ts';
import { darker, lighter, mix } from './colour.ts';

/** The sky down to `horizon`, and a breath below it. */
export function sky(canvas: Canvas, horizon: number): void {
  const [top, middle, bottom] = canvas.mood.sky;
  const fill = canvas.linear([
    [0, top],
    [0.55, middle],
    [1, bottom],
  ]);
  canvas.rect(0, 0, canvas.width, horizon + 4, { fill });
}

/** Sun or moon with its halo. */
export function sun(canvas: Canvas, x: number, y: number, radius: number): void {
  const { light, sky: colours, dark } = canvas.mood;
  canvas.glow(x, y, radius * 9, mix(light, colours[2], 0.35), dark ? 0.5 : 0.75);
  canvas.glow(x, y, radius * 3, light, 0.8);
  canvas.circle(x, y, radius, { fill: light });
}

export function clouds(canvas: Canvas, count: number, from: number, to: number): void {
  const { random, unit, mood } = canvas;
  for (let cloud = 0; cloud < count; cloud++) {
    const [x, y] = [random.between(0, canvas.width), random.between(from, to)];
    const length = unit * random.between(0.14, 0.34);
    const colour = mix(mood.dark ? mood.sky[1] : '#ffffff', mood.sky[2], random.between(0.15, 0.6));
    for (let puff = 0; puff < 9; puff++) {
      const across = random.between(-1, 1);
      const size = length * (1 - Math.abs(across) * 0.65) * random.between(0.22, 0.4);
      const fill = canvas.radial([
        [0, lighter(colour, 0.2), 0.55],
        [0.6, colour, 0.28],
        [1, colour, 0],
      ]);
      canvas.ellipse(x + across * length, y - size * 0.25, size * 1.7, size * 0.75, { fill });
    }
  }
}

export function stars(canvas: Canvas, count: number, below: number): void {
  const { random, unit } = canvas;
  for (let star = 0; star < count; star++) {
    const size = random.next() ** 4 * unit * 0.0028 + unit * 0.0006;
    const opacity = random.between(0.35, 1);
    canvas.circle(random.between(0, canvas.width), random.between(0, below), size, {
      fill: '#ffffff',
      opacity,
    });
  }
}

export function birds(canvas: Canvas, count: number, x: number, y: number): void {
  const { random, unit, mood } = canvas;
  for (let bird = 0; bird < count; bird++) {
    const size = unit * random.between(0.008, 0.018);
    const [bx, by] = [x + random.between(-0.12, 0.12) * unit, y + random.between(-0.06, 0.06) * unit];
    const d = `M${bx - size} ${by - size * 0.4}Q${bx - size * 0.3} ${by - size * 0.6} ${bx} ${by}Q${bx + size * 0.3} ${by - size * 0.6} ${bx + size} ${by - size * 0.4}`;
    canvas.path(d, {
      fill: 'none',
      stroke: darker(mood.near, 0.2),
      'stroke-width': size * 0.22,
      opacity: 0.8,
    });
  }
}

/** The skyline of a ridge: how high it stands at each x. */
export function skyline(canvas: Canvas, base: number, height: number, width = 0.4, octaves = 5) {
  const wander = canvas.random.wander(octaves);
  return (x: number): number => base - ((wander(x / (canvas.width * width)) + 1) / 2) * height;
}

/** Fills below a skyline. `top` and `bottom` shade it, so that haze lies in its valleys. */
export function land(canvas: Canvas, at: (x: number) => number, top: string, bottom: string): void {
  const points: [number, number][] = [];
  for (let x = -10; x <= canvas.width + 10; x += 6) points.push([x, at(x)]);
  const fill = canvas.linear([
    [0, top],
    [1, bottom],
  ]);
  canvas.path(`${line(points)}V${canvas.height + 10}H-10Z`, { fill });
}

/** A row of ridges from the haze to the foreground; answers the skyline of the nearest. */
export function ridges(canvas: Canvas, count: number, from: number, to: number, height: number) {
  const { mood } = canvas;
  let nearest = (_: number) => to;
  for (let ridge = 0; ridge < count; ridge++) {
    const depth = count === 1 ? 1 : ridge / (count - 1);
    const base = from + (to - from) * depth;
    nearest = skyline(canvas, base, height * (0.75 + depth * 0.5), 0.5 - depth * 0.12);
    const colour = mix(mood.far, mood.near, depth ** 0.85);
    land(canvas, nearest, colour, mix(colour, mood.sky[2], 0.45 * (1 - depth)));
  }
  return nearest;
}

export function pine(
  canvas: Canvas,
  x: number,
  y: number,
  height: number,
  colour: string,
  snow = false,
): void {
  const width = height * canvas.random.between(0.34, 0.44);
  canvas.rect(x - height * 0.025, y - height * 0.12, height * 0.05, height * 0.14, {
    fill: darker(colour, 0.4),
  });
  for (let tier = 0; tier < 5; tier++) {
    const top = y - height + tier * height * 0.17;
    const bottom = top + height * 0.26;
    const half = (width / 2) * (0.36 + tier * 0.16);
    const d = `M${x} ${top}L${x + half} ${bottom}Q${x} ${bottom - height * 0.05} ${x - half} ${bottom}Z`;
    canvas.path(d, { fill: tier % 2 === 0 ? colour : lighter(colour, 0.05) });
    if (snow) {
      const cap = `M${x} ${top}L${x + half * 0.62} ${top + height * 0.16}Q${x} ${top + height * 0.09} ${x - half * 0.62} ${top + height * 0.16}Z`;
      canvas.path(cap, { fill: '#f7fafd', opacity: 0.92 });
    }
  }
}

/** A leafy tree of many soft spots. */
export function tree(canvas: Canvas, x: number, y: number, height: number, colour: string): void {
  const { random } = canvas;
  const trunk = darker(mix(colour, '#4a3020', 0.7), 0.3);
  canvas.path(
    `M${x - height * 0.03} ${y}L${x - height * 0.015} ${y - height * 0.5}H${x + height * 0.015}L${x + height * 0.03} ${y}Z`,
    {
      fill: trunk,
    },
  );
  for (let leaf = 0; leaf < 34; leaf++) {
    const angle = random.between(0, Math.PI * 2);
    const away = Math.sqrt(random.next()) * height * 0.3;
    const shade = mix(darker(colour, 0.25), lighter(colour, 0.25), random.next());
    const [lx, ly] = [x + Math.cos(angle) * away, y - height * 0.66 + Math.sin(angle) * away * 0.92];
    canvas.circle(lx, ly, height * random.between(0.06, 0.13), { fill: shade, opacity: 0.85 });
  }
}

/** Two people close to each other, seen from behind, standing at (x, y). */
export function couple(canvas: Canvas, x: number, y: number, height: number, colour: string): void {
  person(canvas, x - height * 0.16, y, height, colour, 'trousers');
  person(canvas, x + height * 0.14, y, height * 0.92, colour, 'dress');
  canvas.path(
    `M${x - height * 0.07} ${y - height * 0.62}Q${x} ${y - height * 0.36} ${x + height * 0.06} ${y - height * 0.56}`,
    {
      fill: 'none',
      stroke: colour,
      'stroke-width': height * 0.05,
      'stroke-linecap': 'round',
    },
  );
}

function person(
  canvas: Canvas,
  x: number,
  y: number,
  height: number,
  fill: string,
  wears: 'trousers' | 'dress',
) {
  const at = (dx: number, dy: number) => `${x + dx * height} ${y - dy * height}`;
  canvas.circle(x, y - height * 0.91, height * 0.075, { fill });
  if (wears === 'dress') {
    canvas.circle(x, y - height * 0.93, height * 0.085, { fill });
    canvas.path(
      `M${at(-0.09, 0.88)}Q${at(-0.12, 0.75)} ${at(-0.08, 0.72)}L${at(0.08, 0.72)}Q${at(0.12, 0.75)} ${at(0.09, 0.88)}Z`,
      { fill },
    );
    canvas.path(
      `M${at(-0.085, 0.82)}Q${at(0, 0.85)} ${at(0.085, 0.82)}L${at(0.06, 0.55)}L${at(0.16, 0.2)}Q${at(0, 0.16)} ${at(-0.16, 0.2)}L${at(-0.06, 0.55)}Z`,
      { fill },
    );
    canvas.path(
      `M${at(-0.07, 0.2)}L${at(-0.06, 0)}H${x - height * 0.02}L${at(-0.01, 0.2)}ZM${at(0.02, 0.2)}L${at(0.03, 0)}H${x + height * 0.07}L${at(0.08, 0.2)}Z`,
      { fill },
    );
    return;
  }
  canvas.path(`M${at(-0.12, 0.8)}Q${at(0, 0.86)} ${at(0.12, 0.8)}L${at(0.1, 0.42)}H${x - height * 0.1}Z`, {
    fill,
  });
  canvas.path(
    `M${at(-0.1, 0.46)}L${at(-0.09, 0)}H${x - height * 0.01}L${at(0, 0.4)}L${at(0.02, 0)}H${x + height * 0.1}L${at(0.1, 0.46)}Z`,
    { fill },
  );
  canvas.path(`M${at(-0.11, 0.78)}Q${at(-0.17, 0.6)} ${at(-0.13, 0.42)}`, {
    fill: 'none',
    stroke: fill,
    'stroke-width': height * 0.05,
    'stroke-linecap': 'round',
  });
}
