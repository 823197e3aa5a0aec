import { type Box, damaged, descendants } from './boxes.ts';

/** A run of bytes of the file. */
export interface Samples {
  readonly offset: number;
  readonly size: number;
}

/** An entry of a full box's table begins behind version and flags. */
const tableStart = (box: Box | undefined): number => (box ? box.start + box.head + 4 : 0);

/** The places of all offsets that a table of chunk offsets holds, and how wide they are. */
interface OffsetTable {
  readonly first: number;
  readonly count: number;
  readonly width: 4 | 8;
}

/** A table that says more entries than its box holds is one of as many as it holds. */
const countOf = (bytes: Buffer, box: Box, at: number, width: number): number =>
  Math.max(0, Math.min(bytes.readUInt32BE(at), Math.floor((box.start + box.size - at - 4) / width)));

export function offsetTables(moov: Buffer, parent: Box, path: readonly string[]): OffsetTable[] {
  return (
    [
      ['stco', 4],
      ['co64', 8],
    ] as const
  ).flatMap(([type, width]) =>
    descendants(moov, parent, [...path, type])
      .filter((box) => box.size >= box.head + 8)
      .map((box) => {
        const at = tableStart(box);
        return { first: at + 4, count: countOf(moov, box, at, width), width };
      }),
  );
}

export function readOffset(moov: Buffer, at: number, width: 4 | 8): number {
  return width === 4 ? moov.readUInt32BE(at) : Number(moov.readBigUInt64BE(at));
}

export function writeOffset(moov: Buffer, at: number, width: 4 | 8, value: number): void {
  if (width === 4) moov.writeUInt32BE(value, at);
  else moov.writeBigUInt64BE(BigInt(value), at);
}

const stbl = ['mdia', 'minf', 'stbl'];

/** Where the samples of a track lie in the file, a run for each of its chunks, of which there may be `most`. */
export function samplesOf(moov: Buffer, trak: Box, most: number): Samples[] {
  const [stsz] = descendants(moov, trak, [...stbl, 'stsz']);
  const [stsc] = descendants(moov, trak, [...stbl, 'stsc']);
  const tables = offsetTables(moov, trak, stbl);
  if (tables.reduce((sum, { count }) => sum + count, 0) > most) throw damaged('too many chunks');
  const offsets = tables.flatMap(({ first, count, width }) =>
    Array.from({ length: count }, (_, index) => readOffset(moov, first + index * width, width)),
  );
  if (!stsz || !stsc || stsz.size < stsz.head + 12 || stsc.size < stsc.head + 8) return [];
  const table = tableStart(stsz);
  const same = moov.readUInt32BE(table);
  const sampleCount = same > 0 ? moov.readUInt32BE(table + 4) : countOf(moov, stsz, table + 4, 4);
  const perChunk = samplesPerChunk(moov, stsc);
  let sample = 0;
  return offsets.map((offset, chunk) => {
    const end = Math.min(sampleCount, sample + perChunk(chunk));
    let size = same * (end - sample);
    if (same === 0) for (let at = sample; at < end; at += 1) size += moov.readUInt32BE(table + 8 + at * 4);
    sample = end;
    return { offset, size };
  });
}

/** Has to be asked for one chunk after the other: the rows, of which each says it from its first chunk on, are in their order. */
function samplesPerChunk(moov: Buffer, stsc: Box): (chunk: number) => number {
  const at = tableStart(stsc);
  const count = countOf(moov, stsc, at, 12);
  const firstChunk = (row: number) => moov.readUInt32BE(at + 4 + row * 12) - 1;
  for (let row = 1; row < count; row += 1) {
    if (firstChunk(row) < firstChunk(row - 1)) throw damaged('rows of chunks that are in no order');
  }
  let next = 0;
  return (chunk) => {
    while (next < count && firstChunk(next) <= chunk) next += 1;
    return next === 0 ? 0 : moov.readUInt32BE(at + 8 + (next - 1) * 12);
  };
}
