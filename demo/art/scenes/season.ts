import type { Canvas } from '../canvas.ts';
import { darker, lighter, mix } from '../colour.ts';
import { birds, clouds, land, pine, ridges, sky, skyline, stars, sun } from '../nature.ts';

/** Snow on hills and pines, a cabin, and more snow falling. */
export function snow(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  sky(canvas, height * 0.8);
  if (mood.dark) stars(canvas, 120, height * 0.5);
  sun(canvas, width * random.between(0.2, 0.8), height * 0.3, unit * 0.04);
  const white = mix('#ffffff', mood.sky[1], mood.dark ? 0.45 : 0.12);
  for (let layer = 0; layer < 4; layer++) {
    const depth = layer / 3;
    const at = skyline(canvas, height * (0.62 + depth * 0.32), height * 0.14, 0.5, 4);
    const shade = mix(mix(white, mood.far, 0.55), white, depth);
    land(canvas, at, lighter(shade, 0.15), mix(shade, mood.far, 0.3));
    const green = mix(mood.far, mix('#23423c', mood.near, 0.3), 0.35 + depth * 0.65);
    for (let each = 0; each < 10 - layer * 2; each++) {
      const x = random.between(0, 1) * width;
      pine(
        canvas,
        x,
        at(x) + unit * 0.02,
        unit * (0.07 + depth * 0.22) * random.between(0.7, 1.1),
        green,
        true,
      );
    }
    if (layer === 2) cabin(canvas, width * random.between(0.3, 0.7), at, unit * 0.15, white);
  }
  for (let flake = 0; flake < 240; flake++) {
    canvas.circle(
      random.next() * width,
      random.next() * height,
      unit * random.next() ** 3 * 0.007 + unit * 0.001,
      { fill: '#ffffff', opacity: random.between(0.4, 0.95) },
    );
  }
}

function cabin(canvas: Canvas, x: number, ground: (x: number) => number, size: number, white: string): void {
  const y = ground(x) + size * 0.2;
  canvas.glow(x, y - size * 0.3, size * 1.4, '#ffc46b', 0.5);
  canvas.rect(x - size * 0.5, y - size * 0.55, size, size * 0.6, { fill: '#5d3a28' });
  for (let log = 0; log < 5; log++)
    canvas.rect(x - size * 0.5, y - size * 0.55 + log * size * 0.12, size, size * 0.02, { fill: '#3c2418' });
  canvas.path(
    `M${x - size * 0.66} ${y - size * 0.46}L${x} ${y - size}L${x + size * 0.66} ${y - size * 0.46}Z`,
    { fill: lighter(white, 0.3) },
  );
  canvas.path(
    `M${x - size * 0.5} ${y - size * 0.5}L${x} ${y - size * 0.88}L${x + size * 0.5} ${y - size * 0.5}Z`,
    { fill: '#4a2d1e' },
  );
  for (const at of [-0.34, 0.14])
    canvas.rect(x + size * at, y - size * 0.38, size * 0.2, size * 0.2, { fill: '#ffe1a0' });
  canvas.rect(x - size * 0.08, y - size * 0.36, size * 0.16, size * 0.4, { fill: '#2f1a10' });
}

/** Balloons rising over hills in the first light. */
export function balloons(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  sky(canvas, height * 0.85);
  sun(canvas, width * random.between(0.15, 0.85), height * 0.6, unit * 0.05);
  clouds(canvas, 4, height * 0.1, height * 0.6);
  const colours = [mood.accent, '#3f86b5', '#f0b83f', '#b04a7a', '#5b9a6b'] as const;
  const many = random.whole(5, 8);
  for (let each = 0; each < many; each++) {
    const depth = (each + 1) / many;
    const size = unit * (0.03 + depth * depth * 0.13);
    balloon(
      canvas,
      width * random.between(0.08, 0.92),
      height * random.between(0.12, 0.62 - depth * 0.1),
      size,
      random.pick(colours),
      depth,
    );
  }
  ridges(canvas, 4, height * 0.78, height * 0.97, height * 0.14);
  birds(canvas, 4, width * 0.5, height * 0.7);
}

function balloon(canvas: Canvas, x: number, y: number, size: number, colour: string, depth: number): void {
  const tint = mix(canvas.mood.sky[2], colour, 0.45 + depth * 0.55);
  const hull = `M${x} ${y - size}C${x + size * 1.15} ${y - size} ${x + size * 1.1} ${y + size * 0.35} ${x + size * 0.25} ${y + size}H${x - size * 0.25}C${x - size * 1.1} ${y + size * 0.35} ${x - size * 1.15} ${y - size} ${x} ${y - size}Z`;
  canvas.group({ 'clip-path': canvas.clip(`<path d="${hull}"/>`) }, () => {
    canvas.rect(x - size * 1.2, y - size * 1.1, size * 2.4, size * 2.3, { fill: tint });
    for (const at of [-0.72, 0, 0.72])
      canvas.ellipse(x + at * size, y, size * 0.17, size * 1.1, { fill: lighter(tint, 0.65), opacity: 0.8 });
    canvas.rect(x - size * 1.2, y - size * 1.1, size * 2.4, size * 2.3, {
      fill: canvas.linear(
        [
          [0, '#ffffff', 0.25],
          [0.45, '#ffffff', 0],
          [1, '#000000', 0.3],
        ],
        'right',
      ),
    });
  });
  const basket = y + size * 1.35;
  canvas.path(
    `M${x - size * 0.23} ${y + size}L${x - size * 0.11} ${basket}M${x + size * 0.23} ${y + size}L${x + size * 0.11} ${basket}`,
    {
      stroke: darker(tint, 0.5),
      'stroke-width': size * 0.02,
    },
  );
  canvas.rect(x - size * 0.13, basket, size * 0.26, size * 0.18, { fill: '#7a4f2c', rx: size * 0.03 });
}

/** A window with a view, plants and a cup on its sill. */
export function windowWith(view: (canvas: Canvas) => void): (canvas: Canvas) => void {
  return (canvas) => {
    const { width, height, unit, random, mood } = canvas;
    view(canvas);
    const wall = mood.dark ? '#2d2230' : random.pick(['#e9dccb', '#d9cdd0', '#cfd6cf']);
    const [left, top, right, bottom] = [width * 0.16, height * 0.1, width * 0.84, height * 0.76];
    canvas.path(`M0 0H${width}V${height}H0ZM${left} ${top}V${bottom}H${right}V${top}Z`, {
      fill: canvas.linear(
        [
          [0, darker(wall, 0.1)],
          [0.5, wall],
          [1, darker(wall, 0.25)],
        ],
        'right',
      ),
      'fill-rule': 'evenodd',
    });
    const wood = mood.dark ? '#5f4b42' : '#fbf6ee';
    const bar = unit * 0.022;
    for (const x of [left, (left + right) / 2 - bar / 2, right - bar])
      canvas.rect(x, top, bar, bottom - top, { fill: wood });
    for (const y of [top, top + (bottom - top) * 0.36, bottom - bar])
      canvas.rect(left, y, right - left, bar, { fill: darker(wood, 0.05) });
    canvas.rect(left - unit * 0.05, bottom, right - left + unit * 0.1, unit * 0.05, {
      fill: darker(wood, 0.04),
    });
    canvas.rect(left - unit * 0.05, bottom + unit * 0.05, right - left + unit * 0.1, unit * 0.02, {
      fill: '#000000',
      opacity: 0.18,
    });
    for (const side of [-1, 1] as const) curtain(canvas, side < 0 ? left : right, side, top, height * 0.94);
    plant(canvas, left + (right - left) * random.between(0.15, 0.3), bottom, unit * 0.2);
    mug(canvas, left + (right - left) * random.between(0.6, 0.8), bottom, unit * 0.09);
  };
}

function curtain(canvas: Canvas, x: number, side: 1 | -1, top: number, bottom: number): void {
  const { unit, mood } = canvas;
  const cloth = mix(mood.accent, '#fff6ee', mood.dark ? 0.3 : 0.62);
  for (let fold = 0; fold < 6; fold++) {
    const at = x + side * unit * (fold * 0.03 - 0.03) - (side < 0 ? unit * 0.035 : 0);
    const fill = canvas.linear(
      [
        [0, darker(cloth, 0.2), 0.95],
        [0.5, lighter(cloth, 0.12), 0.95],
        [1, darker(cloth, 0.12), 0.95],
      ],
      'right',
    );
    canvas.rect(at, top - unit * 0.05, unit * 0.036, bottom - top, { fill });
  }
}

function plant(canvas: Canvas, x: number, y: number, size: number): void {
  const { random } = canvas;
  for (let leaf = 0; leaf < 15; leaf++) {
    const turn = random.between(-75, 75);
    const long = size * random.between(0.55, 1);
    canvas.group({ transform: `translate(${x} ${y - size * 0.4}) rotate(${turn})` }, () => {
      canvas.path(
        `M0 0C${-long * 0.2} ${-long * 0.4} ${-long * 0.12} ${-long * 0.85} 0 ${-long}C${long * 0.12} ${-long * 0.85} ${long * 0.2} ${-long * 0.4} 0 0Z`,
        {
          fill: mix('#3d6b45', '#8bb36a', random.next()),
        },
      );
    });
  }
  canvas.path(
    `M${x - size * 0.26} ${y - size * 0.45}H${x + size * 0.26}L${x + size * 0.2} ${y}H${x - size * 0.2}Z`,
    {
      fill: canvas.linear(
        [
          [0, '#a8552f'],
          [0.5, '#d98154'],
          [1, '#8a4325'],
        ],
        'right',
      ),
    },
  );
}

function mug(canvas: Canvas, x: number, y: number, size: number): void {
  const glaze = canvas.mood.accent;
  canvas.circle(x + size * 0.5, y - size * 0.5, size * 0.26, {
    fill: 'none',
    stroke: darker(glaze, 0.15),
    'stroke-width': size * 0.12,
  });
  canvas.rect(x - size * 0.45, y - size, size * 0.9, size, {
    fill: canvas.linear(
      [
        [0, darker(glaze, 0.2)],
        [0.4, lighter(glaze, 0.15)],
        [1, darker(glaze, 0.25)],
      ],
      'right',
    ),
    rx: size * 0.08,
  });
  for (const steam of [-0.15, 0.12]) {
    canvas.path(
      `M${x + steam * size} ${y - size * 1.1}q${-size * 0.2} ${-size * 0.3} 0 ${-size * 0.6}t0 ${-size * 0.6}`,
      {
        fill: 'none',
        stroke: '#ffffff',
        'stroke-width': size * 0.06,
        'stroke-linecap': 'round',
        opacity: 0.45,
      },
    );
  }
}
