import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../failure.ts';
import { whileRoom } from '../../storage/room.ts';
import { type Box, descendants, topBoxes, wholeBox } from './boxes.ts';
import { blankPrivate, mayBePrivate } from './private-boxes.ts';
import { offsetTables, readOffset, type Samples, writeOffset } from './samples.ts';

/** An index larger than this belongs to no video of 2 GB. */
const maxMoovBytes = 32 * 1024 * 1024;
const pieceBytes = 1024 * 1024;
const trackTables = ['trak', 'mdia', 'minf', 'stbl'];

/**
 * Puts the index of an MP4 or MOV file in front of its samples, without encoding anything anew, and blanks what is
 * private. Where the index is in front already the file is changed in place; otherwise it is written to `into`.
 * Answers where it is. Throws VIDEO_DAMAGED, STORAGE_FULL.
 */
export async function prepareMp4(file: string, into: string): Promise<string> {
  await using handle = await open(file, 'r+');
  const { size } = await handle.stat();
  const boxes = await topBoxes(handle, size);
  const moovBox = boxes.find(({ type }) => type === 'moov');
  const firstData = boxes.find(({ type }) => type === 'mdat');
  if (!moovBox || !firstData || moovBox.size > maxMoovBytes) {
    throw new Failure('VIDEO_DAMAGED', { log: `moov ${moovBox?.size}, mdat ${firstData?.size}` });
  }
  const moov = await readBytes(handle, moovBox);
  const { changed, samples } = blankPrivate(moov);
  if (changed) await writeAll(handle, moov, moovBox.start);
  for (const box of boxes.filter(mayBePrivate)) await blankInPlace(handle, box);
  for (const run of samples) await zero(handle, run, boxes);
  await handle.datasync();
  if (moovBox.start < firstData.start || !isMovable(moov, boxes)) return file;
  await whileRoom(() => writeMoved(file, into, { boxes, moovBox, moov, firstData, size }));
  return into;
}

async function readBytes(handle: FileHandle, { start, size }: Box): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  for (let done = 0; done < size; ) {
    const { bytesRead } = await handle.read(bytes, done, size - done, start + done);
    if (bytesRead === 0) throw new Failure('VIDEO_DAMAGED', { log: 'the index is cut short' });
    done += bytesRead;
  }
  return bytes;
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

async function blankInPlace(handle: FileHandle, box: Box): Promise<void> {
  await writeAll(handle, Buffer.from('free', 'latin1'), box.start + 4);
  await zeros(handle, box.start + box.head, box.size - box.head);
}

/** Overwrites samples, as long as they lie where samples lie. */
async function zero(handle: FileHandle, { offset, size }: Samples, boxes: readonly Box[]): Promise<void> {
  const inside = boxes.some(
    (box) => box.type === 'mdat' && offset >= box.start + box.head && offset + size <= box.start + box.size,
  );
  if (inside) await zeros(handle, offset, size);
}

async function zeros(handle: FileHandle, start: number, size: number): Promise<void> {
  const piece = Buffer.alloc(Math.min(size, pieceBytes));
  for (let done = 0; done < size; done += piece.length) {
    await writeAll(handle, piece.subarray(0, Math.min(piece.length, size - done)), start + done);
  }
}

/** Fragments and encryption tables hold places of the file that are not in the tables of chunks. */
function isMovable(moov: Buffer, boxes: readonly Box[]): boolean {
  const whole = wholeBox(moov);
  const fragmented =
    boxes.some(({ type }) => type === 'moof') || descendants(moov, whole, ['mvex']).length > 0;
  return !fragmented && descendants(moov, whole, [...trackTables, 'saio']).length === 0;
}

interface Layout {
  readonly boxes: readonly Box[];
  readonly moovBox: Box;
  readonly moov: Buffer;
  readonly firstData: Box;
  readonly size: number;
}

/** Everything between the first samples and the index moves back by the index's size; the rest stays where it was. */
async function writeMoved(file: string, into: string, layout: Layout): Promise<void> {
  const { moovBox, moov, firstData, size } = layout;
  for (const { first, count, width } of offsetTables(moov, wholeBox(moov), trackTables)) {
    for (let entry = 0; entry < count; entry += 1) {
      const at = first + entry * width;
      const offset = readOffset(moov, at, width);
      if (offset < firstData.start || offset >= moovBox.start) continue;
      if (width === 4 && offset + moov.length > 0xffff_ffff) {
        throw new Failure('VIDEO_DAMAGED', { log: 'an offset beyond 4 GB' });
      }
      writeOffset(moov, at, width, offset + moov.length);
    }
  }
  // A box whose size says "to the end of the file" may not stand before others.
  if (moov.readUInt32BE(0) === 0) moov.writeUInt32BE(moov.length, 0);
  await using target = await open(into, 'wx', 0o600);
  await writeAll(target, moov, firstData.start);
  await copyRange(file, into, { start: 0, end: firstData.start });
  await copyRange(file, into, { start: firstData.start, end: moovBox.start }, moov.length);
  await copyRange(file, into, { start: moovBox.start + moovBox.size, end: size });
}

async function copyRange(
  from: string,
  to: string,
  { start, end }: { readonly start: number; readonly end: number },
  shift = 0,
): Promise<void> {
  if (start === end) return;
  await pipeline(
    createReadStream(from, { start, end: end - 1, highWaterMark: pieceBytes }),
    createWriteStream(to, { flags: 'r+', start: start + shift, highWaterMark: pieceBytes }),
  );
}
