import { type Box, descendants } from './boxes.ts';

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

/** Where the samples of a track lie in the file, a run for each of its chunks. */
export function samplesOf(moov: Buffer, trak: Box): Samples[] {
  const [stsz] = descendants(moov, trak, [...stbl, 'stsz']);
  const [stsc] = descendants(moov, trak, [...stbl, 'stsc']);
  const offsets = offsetTables(moov, trak, stbl).flatMap(({ first, count, width }) =>
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

function samplesPerChunk(moov: Buffer, stsc: Box): (chunk: number) => number {
  const at = tableStart(stsc);
  const rows = Array.from({ length: countOf(moov, stsc, at, 12) }, (_, row) => ({
    firstChunk: moov.readUInt32BE(at + 4 + row * 12) - 1,
    samples: moov.readUInt32BE(at + 8 + row * 12),
  }));
  return (chunk) => rows.findLast(({ firstChunk }) => firstChunk <= chunk)?.samples ?? 0;
}
