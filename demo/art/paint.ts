import sharp from 'sharp';
import { Canvas } from './canvas.ts';
import { type MoodName, moods } from './moods.ts';
import { Random } from './random.ts';
import { cake, flowers } from './scenes/flowers-and-cake.ts';
import { field, forest, hills, mountains, twoOnAHill } from './scenes/land.ts';
import { city, lights, tentUnderStars } from './scenes/night.ts';
import { balloons, snow, windowWith } from './scenes/season.ts';
import { table } from './scenes/table.ts';
import { beach, sea } from './scenes/water.ts';

export const scenes = {
  hills,
  mountains,
  field,
  twoOnAHill,
  forest,
  sea,
  beach,
  tentUnderStars,
  city,
  lights,
  table,
  flowers,
  cake,
  snow,
  balloons,
  windowOnHills: windowWith(hills),
  windowOnSea: windowWith(sea),
} as const;

type SceneName = keyof typeof scenes;

/** Width to height; the longer side of every picture is the same. */
const shapes = {
  wide: 16 / 9,
  landscape: 3 / 2,
  photo: 4 / 3,
  square: 1,
  portrait: 4 / 5,
  tall: 2 / 3,
} as const;
type Shape = keyof typeof shapes;

export interface Motif {
  readonly scene: SceneName;
  readonly mood: MoodName;
  readonly shape: Shape;
  /** Another seed is another picture of the same kind. */
  readonly seed: number;
}

/** Enough for a demo: what painting and storing cost grows with the pixels. */
const longSide = 640;
const grain = new Map<string, Promise<Buffer>>();

/** The picture as a JPEG, a little like a photograph: some grain, and darker towards its corners. */
export async function paint({ scene, mood, shape, seed }: Motif): Promise<Buffer> {
  const ratio = shapes[shape];
  const [width, height] = [
    Math.round(longSide * Math.min(1, ratio)),
    Math.round(longSide / Math.max(1, ratio)),
  ];
  const canvas = new Canvas(width, height, new Random(seed * 7919 + scene.length), moods[mood]);
  scenes[scene](canvas);
  const corners = canvas.radial([
    [0.55, '#000000', 0],
    [1, '#000000', 0.28],
  ]);
  canvas.ellipse(width / 2, height / 2, width * 0.78, height * 0.78, { fill: corners });
  return sharp(Buffer.from(canvas.toSvg()))
    .composite([{ input: await grainOf(width, height), blend: 'overlay' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

function grainOf(width: number, height: number): Promise<Buffer> {
  const key = `${width}x${height}`;
  const noise = { type: 'gaussian', mean: 128, sigma: 9 } as const;
  const made =
    grain.get(key) ??
    sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
      .greyscale()
      .png({ compressionLevel: 0 })
      .toBuffer();
  grain.set(key, made);
  return made;
}
