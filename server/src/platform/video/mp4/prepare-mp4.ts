import { Failure } from '../../failure.ts';
import type { ByteAccess } from '../byte-access.ts';
import type { Layout } from '../layout.ts';
import { type Box, descendants, requireWholeMp4, wholeBox } from './boxes.ts';
import { findPrivate, mayBePrivate } from './private-boxes.ts';
import { offsetTables, readOffset, type Samples, writeOffset } from './samples.ts';

const trackTables = ['trak', 'mdia', 'minf', 'stbl'];

/**
 * Blanks what is private in an MP4 or MOV, in place, and says how to put its index in front of its samples, without encoding
 * anything anew; null where it is there already, or cannot be moved. Throws VIDEO_DAMAGED.
 */
export async function prepareMp4(access: ByteAccess): Promise<Layout | null> {
  const { boxes, moov: moovBox, firstData } = await requireWholeMp4(access);
  const readIndex = async () => {
    const moov = await access.read(moovBox.start, moovBox.size);
    if (moov.length < moovBox.size) throw new Failure('VIDEO_DAMAGED', { log: 'the index is cut short' });
    return moov;
  };
  const found = findPrivate(await readIndex());
  const within = found.boxes.map((box) => ({ ...box, start: moovBox.start + box.start }));
  await zeroSamples(access, found.samples, boxes);
  await blank(access, [...boxes.filter(mayBePrivate), ...within]);
  const moov = await readIndex();
  if (moovBox.start < firstData.start || !isMovable(moov, boxes)) return null;
  return withIndexInFront({ moovBox, moov, firstData, size: access.size });
}

/**
 * Makes boxes `free` ones of zeros, once their samples are zeroed. Where it is cut off the next call finds by the names, and the
 * samples by what is in the boxes, what is left to do: so the contents go when the samples are gone for good, and the names last.
 */
async function blank(access: ByteAccess, boxes: readonly Box[]): Promise<void> {
  if (boxes.length === 0) return;
  await access.flush();
  for (const box of boxes) await access.zero(box.start + box.head, box.size - box.head);
  await access.flush();
  for (const box of boxes) await access.write(Buffer.from('free', 'latin1'), box.start + 4);
}

/** Overwrites samples, as long as they lie where samples lie; each byte once, however many say that it is theirs. */
async function zeroSamples(
  access: ByteAccess,
  samples: readonly Samples[],
  boxes: readonly Box[],
): Promise<void> {
  const data = boxes.filter(({ type }) => type === 'mdat');
  let at = 0;
  let zeroed = 0;
  for (const { offset, size } of samples.toSorted((one, other) => one.offset - other.offset)) {
    let box = data[at];
    while (box && box.start + box.size <= offset) box = data[++at];
    if (!box) return;
    const end = offset + size;
    if (offset < box.start + box.head || end > box.start + box.size) continue;
    const start = Math.max(offset, zeroed);
    if (start < end) await access.zero(start, end - start);
    zeroed = Math.max(zeroed, end);
  }
}

/** Fragments and encryption tables hold places of the file that are not in the tables of chunks. */
function isMovable(moov: Buffer, boxes: readonly Box[]): boolean {
  const whole = wholeBox(moov);
  const fragmented =
    boxes.some(({ type }) => type === 'moof') || descendants(moov, whole, ['mvex']).length > 0;
  return !fragmented && descendants(moov, whole, [...trackTables, 'saio']).length === 0;
}

interface Parts {
  readonly moovBox: Box;
  /** Its bytes; the offsets in it are changed. */
  readonly moov: Buffer;
  readonly firstData: Box;
  readonly size: number;
}

/** Everything between the first samples and the index moves back by the index's size; the rest stays where it was. */
function withIndexInFront({ moovBox, moov, firstData, size }: Parts): Layout {
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
  return [
    { start: 0, end: firstData.start },
    moov,
    { start: firstData.start, end: moovBox.start },
    { start: moovBox.start + moovBox.size, end: size },
  ];
}
