import { crc32 } from 'node:zlib';
import { limits } from '@duet/contract/limits';
import { ImageError } from './image-error.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** What every frame needs of the whole picture to be decoded by itself. */
const shared = new Set(['PLTE', 'tRNS', 'gAMA', 'sRGB', 'cHRM', 'sBIT']);

/** A frame of an animated PNG (https://www.w3.org/TR/png-3/#fcTL-chunk). */
export interface ApngFrame {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly delayMs: number;
  /** What becomes of its place before the next frame. */
  readonly dispose: 'keep' | 'clear' | 'restore';
  /** Whether it lies over what is there, or in its place. */
  readonly over: boolean;
  /** Its pixels as a PNG of its own. */
  readonly png: Buffer;
}

export interface Apng {
  readonly width: number;
  readonly height: number;
  /** 0 is for ever. */
  readonly plays: number;
  readonly frames: readonly ApngFrame[];
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) throw new ImageError('IMAGE_DAMAGED', 'a chunk of the PNG is cut short');
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) };
    at = end + 4;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Whether a PNG says that it moves; only what is said before its first picture counts. */
export function isApng(bytes: Buffer): boolean {
  const first = bytes.indexOf('IDAT', 0, 'latin1');
  const said = bytes.indexOf('acTL', 0, 'latin1');
  return said > 0 && said < first;
}

interface Open {
  readonly control: Buffer;
  readonly data: Buffer[];
}

/** Takes an animated PNG apart; nothing is decoded. Throws IMAGE_DAMAGED, and IMAGE_TOO_COMPLEX for too many frames. */
export function readApng(bytes: Buffer): Apng {
  let head: Buffer | undefined;
  let plays = 0;
  const common: Buffer[] = [];
  const open: Open[] = [];
  for (const { type, data } of chunksOf(bytes)) {
    if (type === 'IHDR') head = data;
    else if (type === 'acTL' && data.length >= 8) plays = data.readUInt32BE(4);
    else if (shared.has(type)) common.push(chunk(type, data));
    else if (type === 'fcTL' && data.length >= 26) open.push({ control: data, data: [] });
    // What stands before the first frame's description is for programs that show one picture only.
    else if (type === 'IDAT') open.at(-1)?.data.push(data);
    else if (type === 'fdAT') open.at(-1)?.data.push(data.subarray(4));
    if (open.length > limits.image.maxFrames)
      throw new ImageError('IMAGE_TOO_COMPLEX', 'too many frames of PNG');
  }
  if (!head || head.length < 13) throw new ImageError('IMAGE_DAMAGED', 'a PNG without a head');
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const frames = open.map((frame) => frameOf(frame, head, common));
  const fits = frames.every((frame) => frame.x + frame.width <= width && frame.y + frame.height <= height);
  if (frames.length === 0 || !fits) throw new ImageError('IMAGE_DAMAGED', 'a frame of PNG lies outside');
  return { width, height, plays, frames };
}

function frameOf({ control, data }: Open, head: Buffer, common: readonly Buffer[]): ApngFrame {
  const own = Buffer.from(head);
  control.copy(own, 0, 4, 12);
  const seconds = control.readUInt16BE(20) / (control.readUInt16BE(22) || 100);
  const after = control[24];
  return {
    width: control.readUInt32BE(4),
    height: control.readUInt32BE(8),
    x: control.readUInt32BE(12),
    y: control.readUInt32BE(16),
    delayMs: Math.min(65_535, Math.round(seconds * 1000)),
    dispose: after === 1 ? 'clear' : after === 2 ? 'restore' : 'keep',
    over: control[25] === 1,
    png: Buffer.concat([
      signature,
      chunk('IHDR', own),
      ...common,
      ...data.map((each) => chunk('IDAT', each)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  };
}
