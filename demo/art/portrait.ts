import sharp from 'sharp';
import { Canvas } from './canvas.ts';
import { darker, lighter, mix } from './colour.ts';
import { type MoodName, moods } from './moods.ts';
import { Random } from './random.ts';

export interface Portrait {
  readonly seed: number;
  readonly mood: MoodName;
  readonly skin: string;
  readonly hair: string;
  readonly wears: string;
  readonly style: 'short' | 'long' | 'bun' | 'curly' | 'beard';
}

const side = 640;

/** Somebody's photo: head and shoulders before a sky, as a JPEG. */
export async function paintPortrait(person: Portrait): Promise<Buffer> {
  const canvas = new Canvas(side, side, new Random(person.seed), moods[person.mood]);
  const [top, middle, bottom] = canvas.mood.sky;
  canvas.rect(0, 0, side, side, {
    fill: canvas.linear([
      [0, top],
      [0.6, middle],
      [1, bottom],
    ]),
  });
  for (let spot = 0; spot < 16; spot++) {
    const { random } = canvas;
    canvas.glow(
      random.next() * side,
      random.next() * side,
      side * random.between(0.1, 0.3),
      canvas.mood.light,
      0.3,
    );
  }
  figure(canvas, person);
  return sharp(Buffer.from(canvas.toSvg())).jpeg({ quality: 90 }).toBuffer();
}

function figure(canvas: Canvas, { skin, hair, wears, style }: Portrait): void {
  const x = side / 2;
  const shade = mix(skin, '#7a3a2a', 0.28);
  if (style === 'long')
    canvas.path('M196 300C176 130 464 130 444 300C446 420 470 470 478 520H162C170 470 194 420 196 300Z', {
      fill: darker(hair, 0.1),
    });
  if (style === 'bun') canvas.circle(x, 122, 62, { fill: darker(hair, 0.08) });
  if (style === 'curly') {
    for (let curl = 0; curl < 22; curl++) {
      const angle = Math.PI * (0.9 + (curl / 21) * 1.2);
      canvas.circle(x + Math.cos(angle) * 130, 278 + Math.sin(angle) * 132, 44, {
        fill: mix(hair, lighter(hair, 0.2), canvas.random.next()),
      });
    }
  }
  canvas.path('M60 660C70 500 180 470 256 452H384C460 470 570 500 580 660Z', {
    fill: canvas.linear([
      [0, lighter(wears, 0.12)],
      [1, darker(wears, 0.2)],
    ]),
  });
  canvas.path('M268 380H372V450Q320 510 268 450Z', { fill: shade });
  canvas.ellipse(x, 290, 102, 128, {
    fill: canvas.linear([
      [0, lighter(skin, 0.1)],
      [1, mix(skin, shade, 0.35)],
    ]),
  });
  for (const side of [-1, 1]) {
    canvas.ellipse(x + side * 104, 300, 16, 26, { fill: mix(skin, shade, 0.4) });
    canvas.ellipse(x + side * 40, 286, 8, 10, { fill: '#2c1c18' });
    canvas.circle(x + side * 40 + 3, 283, 2.6, { fill: '#ffffff' });
    canvas.path(`M${x + side * 40 - 20} 264q20 -12 40 0`, {
      fill: 'none',
      stroke: darker(hair, 0.2),
      'stroke-width': 6,
      'stroke-linecap': 'round',
    });
    canvas.circle(x + side * 58, 326, 24, {
      fill: canvas.radial([
        [0, '#e0705f', 0.35],
        [1, '#e0705f', 0],
      ]),
    });
  }
  if (style === 'beard')
    canvas.path('M218 300C216 450 424 450 422 300C410 352 372 350 320 344C268 350 230 352 218 300Z', {
      fill: hair,
    });
  canvas.path(`M${x - 6} 316q6 8 14 2`, {
    fill: 'none',
    stroke: shade,
    'stroke-width': 5,
    'stroke-linecap': 'round',
  });
  canvas.path(`M${x - 34} 356Q${x} 392 ${x + 34} 356Q${x} 370 ${x - 34} 356Z`, {
    fill: '#b5473f',
    stroke: '#a23c38',
    'stroke-width': 3,
    'stroke-linejoin': 'round',
  });
  const fringe = {
    short: 'M214 280C196 120 444 120 426 280C418 220 392 200 340 204C290 208 236 196 214 280Z',
    beard: 'M212 286C190 110 450 110 428 286C420 226 400 190 320 196C240 190 220 226 212 286Z',
    long: 'M212 320C190 120 450 120 428 320C422 230 380 196 336 190C290 230 224 226 212 320Z',
    bun: 'M214 280C204 130 436 130 426 280C410 200 370 184 320 184C270 184 230 200 214 280Z',
    curly: 'M216 276C216 150 424 150 424 276C404 214 372 206 320 208C268 206 236 214 216 276Z',
  }[style];
  canvas.path(fringe, {
    fill: canvas.linear([
      [0, lighter(hair, 0.18)],
      [1, hair],
    ]),
  });
}
