import type { Canvas } from '../canvas.ts';
import { darker, lighter, mix } from '../colour.ts';

function shadow(canvas: Canvas, x: number, y: number, radius: number): void {
  canvas.circle(x + radius * 0.12, y + radius * 0.16, radius * 1.12, {
    fill: canvas.radial([
      [0.75, '#1d0f06', 0.45],
      [1, '#1d0f06', 0],
    ]),
  });
}

/** A laid table from above: plates, coffee, fruit, a sprig of green. */
export function table(canvas: Canvas): void {
  const { width, height, unit, random, mood } = canvas;
  planks(canvas, random.pick(['#b98a5a', '#8a5f3c', '#d8bd96', '#a4765a']));
  canvas.group(
    { transform: `translate(${width * 0.5} ${height * 0.5}) rotate(${random.between(-18, 18)})` },
    () => {
      const cloth = random.pick(['#f3ece0', '#dfe7e4', '#f0dcd4']);
      canvas.rect(-unit * 0.22, -height, unit * 0.44, height * 2, { fill: cloth, opacity: 0.93 });
      for (const edge of [-0.2, 0.19])
        canvas.rect(unit * edge, -height, unit * 0.01, height * 2, { fill: mood.accent, opacity: 0.7 });
    },
  );
  const places: [number, number, number][] = [];
  const free = (radius: number): [number, number] | null => {
    for (let attempt = 0; attempt < 60; attempt++) {
      const [x, y] = [random.between(0.08, 0.92) * width, random.between(0.08, 0.92) * height];
      if (places.every(([px, py, pr]) => Math.hypot(px - x, py - y) > pr + radius)) {
        places.push([x, y, radius]);
        return [x, y];
      }
    }
    return null;
  };
  const kinds = [plate, plate, cup, bowl, cup, plate, sprig, bowl, sprig] as const;
  for (const [at, draw] of kinds.entries()) {
    const radius = unit * (draw === plate ? 0.19 : draw === bowl ? 0.13 : 0.1) * random.between(0.9, 1.1);
    const place = free(radius);
    if (place) draw(canvas, ...place, radius, at);
  }
}

function planks(canvas: Canvas, wood: string): void {
  const { width, height, unit, random } = canvas;
  const wide = unit * 0.17;
  for (let y = 0; y < height; y += wide) {
    const shade = mix(darker(wood, 0.14), lighter(wood, 0.1), random.next());
    canvas.rect(0, y, width, wide, { fill: shade });
    for (let grain = 0; grain < 9; grain++) {
      const at = y + random.next() * wide;
      const bend = random.between(-0.03, 0.03) * unit;
      canvas.path(`M0 ${at}Q${width * 0.4} ${at + bend} ${width} ${at - bend * 0.5}`, {
        fill: 'none',
        stroke: darker(wood, 0.35),
        'stroke-width': random.between(0.6, 2),
        opacity: random.between(0.15, 0.4),
      });
    }
    canvas.rect(0, y, width, 2.5, { fill: darker(wood, 0.6), opacity: 0.6 });
  }
}

function plate(canvas: Canvas, x: number, y: number, radius: number, at: number): void {
  const { random } = canvas;
  const glaze = random.pick(['#fbf7f0', '#e9eef0', '#f4e3da', '#dfe6dd']);
  shadow(canvas, x, y, radius);
  canvas.circle(x, y, radius, { fill: glaze });
  canvas.circle(x, y, radius * 0.97, {
    fill: 'none',
    stroke: darker(glaze, 0.18),
    'stroke-width': radius * 0.02,
  });
  canvas.circle(x, y, radius * 0.7, {
    fill: canvas.radial([
      [0.6, lighter(glaze, 0.5)],
      [0.95, darker(glaze, 0.07)],
      [1, darker(glaze, 0.14)],
    ]),
  });
  if (at % 2 === 0) pie(canvas, x, y, radius * 0.55);
  else berries(canvas, x, y, radius * 0.5, 16);
}

function pie(canvas: Canvas, x: number, y: number, radius: number): void {
  canvas.circle(x, y, radius, { fill: '#c98642' });
  canvas.circle(x, y, radius * 0.84, {
    fill: canvas.radial([
      [0, '#e0554f'],
      [1, '#9c2b33'],
    ]),
  });
  for (let bar = -3; bar <= 3; bar++) {
    const half = Math.sqrt(Math.max(0, 0.75 - (bar * 0.24) ** 2)) * radius;
    for (const turn of [0, 90]) {
      canvas.group({ transform: `translate(${x} ${y}) rotate(${turn + 35})` }, () => {
        canvas.rect(-half, bar * radius * 0.24 - radius * 0.045, half * 2, radius * 0.09, {
          fill: '#e3ad66',
          rx: 3,
        });
      });
    }
  }
  canvas.circle(x, y, radius * 0.92, {
    fill: 'none',
    stroke: '#dca25a',
    'stroke-width': radius * 0.14,
    'stroke-dasharray': `${radius * 0.2} ${radius * 0.05}`,
  });
}

/** Round fruit in a heap, `spread` wide to each side. */
export function berries(canvas: Canvas, x: number, y: number, spread: number, count: number): void {
  const { random } = canvas;
  for (let berry = 0; berry < count; berry++) {
    const [angle, away] = [random.between(0, Math.PI * 2), Math.sqrt(random.next()) * spread];
    const size = spread * random.between(0.17, 0.27);
    const colour = random.pick(['#c7354c', '#5a3f86', '#e2783f', '#8fae3c', '#e8c04a']);
    const [bx, by] = [x + Math.cos(angle) * away, y + Math.sin(angle) * away];
    canvas.circle(bx + size * 0.12, by + size * 0.18, size * 1.05, { fill: '#2a130c', opacity: 0.25 });
    canvas.circle(bx, by, size, { fill: darker(colour, 0.12) });
    canvas.circle(bx - size * 0.25, by - size * 0.3, size * 0.62, {
      fill: canvas.radial([
        [0, lighter(colour, 0.55), 0.9],
        [1, colour, 0],
      ]),
    });
  }
}

function bowl(canvas: Canvas, x: number, y: number, radius: number): void {
  const clay = canvas.random.pick(['#3f6f7f', '#d9a441', '#8a4a4a', '#54704f']);
  shadow(canvas, x, y, radius);
  canvas.circle(x, y, radius, { fill: clay });
  canvas.circle(x, y, radius * 0.88, {
    fill: canvas.radial([
      [0.3, darker(clay, 0.15)],
      [1, darker(clay, 0.45)],
    ]),
  });
  berries(canvas, x, y, radius * 0.62, 22);
}

function cup(canvas: Canvas, x: number, y: number, radius: number): void {
  const { random } = canvas;
  const glaze = random.pick(['#f7f1e6', '#c9d6d8', '#e6b8a2']);
  shadow(canvas, x, y, radius);
  canvas.circle(x, y, radius, { fill: darker(glaze, 0.05) });
  canvas.group({ transform: `translate(${x} ${y}) rotate(${random.between(0, 360)})` }, () => {
    canvas.rect(0, -radius * 0.09, radius * 0.9, radius * 0.18, {
      fill: darker(glaze, 0.12),
      rx: radius * 0.09,
    });
  });
  canvas.circle(x, y, radius * 0.6, { fill: glaze });
  canvas.circle(x, y, radius * 0.52, {
    fill: canvas.radial([
      [0, '#b8793f'],
      [0.7, '#7a4420'],
      [1, '#4a2610'],
    ]),
  });
  const heart = radius * 0.2;
  canvas.path(
    `M${x} ${y + heart}C${x - heart * 2} ${y - heart * 0.4} ${x - heart} ${y - heart * 1.7} ${x} ${y - heart * 0.6}C${x + heart} ${y - heart * 1.7} ${x + heart * 2} ${y - heart * 0.4} ${x} ${y + heart}Z`,
    {
      fill: '#f6e3c6',
      opacity: 0.9,
    },
  );
}

function sprig(canvas: Canvas, x: number, y: number, radius: number): void {
  const { random } = canvas;
  canvas.group({ transform: `translate(${x} ${y}) rotate(${random.between(0, 360)})` }, () => {
    canvas.path(`M${-radius} 0Q0 ${radius * 0.2} ${radius} 0`, {
      fill: 'none',
      stroke: '#54653a',
      'stroke-width': radius * 0.04,
    });
    for (let leaf = -5; leaf <= 5; leaf++) {
      for (const side of [-1, 1]) {
        const shade = mix('#7f9a56', '#4d6b3a', random.next());
        canvas.group(
          { transform: `translate(${leaf * radius * 0.18} ${radius * 0.06}) rotate(${side * 50})` },
          () => {
            canvas.ellipse(radius * 0.2, 0, radius * 0.22, radius * 0.085, { fill: shade });
          },
        );
      }
    }
  });
}
