import { MB } from '@duet/contract/limits';
import { Failure } from '../../failure.ts';
import type { ByteAccess } from '../byte-access.ts';

/** A box of an ISO base media file (MP4, MOV): `size` bytes at `start`, of which the first `head` are its head. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly head: number;
  readonly size: number;
}

const shortHead = 8;
const longHead = 16;
/** More boxes than any real file has at its top: an index made to cost time. */
const maxTopBoxes = 100_000;
const maxChildren = 1000;
/** An index larger than this belongs to no video of 2 GB; whoever reads it holds it in memory. */
const maxMoovBytes = 32 * MB;

export const damaged = (log: string) => new Failure('VIDEO_DAMAGED', { log });

/** The box at `start`, whose head is in `bytes`; `end` is where its parent ends. */
function readBox(bytes: Buffer, start: number, end: number): Box {
  if (bytes.length < shortHead) throw damaged('a box is cut short');
  const type = bytes.toString('latin1', 4, 8);
  const short = bytes.readUInt32BE(0);
  const long = short === 1;
  if (long && bytes.length < longHead) throw damaged('a box is cut short');
  const head = long ? longHead : shortHead;
  const size = short === 0 ? end - start : long ? Number(bytes.readBigUInt64BE(8)) : short;
  if (size < head || start + size > end) throw damaged(`box ${type} of ${size} bytes at ${start} of ${end}`);
  return { type, start, head, size };
}

/** The boxes at the top of a video. Throws VIDEO_DAMAGED where one does not end within it: the file was cut short. */
async function topBoxes(access: ByteAccess): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at < access.size; ) {
    const box = readBox(await access.read(at, longHead), at, access.size);
    boxes.push(box);
    if (boxes.length > maxTopBoxes) throw damaged('too many boxes');
    at += box.size;
  }
  return boxes;
}

interface WholeMp4 {
  /** All at the top. */
  readonly boxes: readonly Box[];
  readonly moov: Box;
  readonly firstData: Box;
}

/** Throws VIDEO_DAMAGED where an MP4 or MOV has no index or no samples, ends before they do, or its index is larger than any real one. */
export async function requireWholeMp4(access: ByteAccess): Promise<WholeMp4> {
  const boxes = await topBoxes(access);
  const moov = boxes.find(({ type }) => type === 'moov');
  const firstData = boxes.find(({ type }) => type === 'mdat');
  if (!moov || !firstData || moov.size > maxMoovBytes) {
    throw damaged(`moov ${moov?.size}, mdat ${firstData?.size}`);
  }
  return { boxes, moov, firstData };
}

/** The boxes inside a box that is in memory; what is too short for a head at its end is padding. */
export function childrenOf(bytes: Buffer, parent: Pick<Box, 'start' | 'head' | 'size'>): Box[] {
  const end = parent.start + parent.size;
  const boxes: Box[] = [];
  for (let at = parent.start + parent.head; at + shortHead <= end; ) {
    const box = readBox(bytes.subarray(at, at + longHead), at, end);
    boxes.push(box);
    if (boxes.length > maxChildren) throw damaged('too many boxes');
    at += box.size;
  }
  return boxes;
}

/** All boxes at a path below a box, such as `['trak', 'mdia', 'minf']`. */
export function descendants(bytes: Buffer, parent: Box, path: readonly string[]): Box[] {
  const [type, ...rest] = path;
  if (type === undefined) return [parent];
  return childrenOf(bytes, parent)
    .filter((child) => child.type === type)
    .flatMap((child) => descendants(bytes, child, rest));
}

/** The whole of `bytes` as one box. */
export const wholeBox = (bytes: Buffer): Box => readBox(bytes, 0, bytes.length);
