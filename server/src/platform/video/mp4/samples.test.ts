import { describe, expect, it } from 'vitest';
import { wholeBox } from './boxes.ts';
import { findPrivate } from './private-boxes.ts';
import { samplesOf } from './samples.ts';

const numbers = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};
const box = (type: string, ...content: Buffer[]): Buffer => {
  const inside = Buffer.concat(content);
  return Buffer.concat([numbers([inside.length + 8]), Buffer.from(type, 'latin1'), inside]);
};

const table = (head: readonly number[], entries: readonly number[]) => numbers(head.concat(entries));

interface Tables {
  /** First chunk, counted from 1, and samples a chunk. */
  readonly rows: readonly (readonly [number, number])[];
  readonly sizes: readonly number[];
  readonly offsets: readonly number[];
}

/** A track of telemetry whose samples lie where the tables say. */
function track({ rows, sizes, offsets }: Tables): Buffer {
  const stsc = box(
    'stsc',
    table(
      [0, rows.length],
      rows.flatMap(([first, samples]) => [first, samples, 1]),
    ),
  );
  const stsz = box('stsz', table([0, 0, sizes.length], sizes));
  const stco = box('stco', table([0, offsets.length], offsets));
  const hdlr = box('hdlr', numbers([0, 0]), Buffer.from('meta'), numbers([0, 0, 0]));
  return box('trak', box('mdia', hdlr, box('minf', box('stbl', stsc, stsz, stco))));
}

const runsOf = (tables: Tables) => {
  const trak = track(tables);
  return samplesOf(trak, wholeBox(trak), 100).map(({ offset, size }) => [offset, size]);
};

describe('the samples of a track', () => {
  it('lie in its chunks, as many in each as the last row before it says', () => {
    const sizes = [1, 2, 3, 4, 5, 6, 7, 8];
    const offsets = [100, 200, 300, 400, 500];
    expect(
      runsOf({
        rows: [
          [1, 2],
          [2, 1],
          [4, 3],
        ],
        sizes,
        offsets,
      }),
    ).toEqual([
      [100, 3],
      [200, 3],
      [300, 4],
      [400, 18],
      [500, 8],
    ]);
    expect(runsOf({ rows: [[2, 8]], sizes, offsets })).toEqual([
      [100, 0],
      [200, 36],
      [300, 0],
      [400, 0],
      [500, 0],
    ]);
  });

  it('are not looked for where the rows are in no order', () => {
    const tables = {
      sizes: [1, 2],
      offsets: [100, 200],
      rows: [
        [2, 1],
        [1, 1],
      ],
    } as const;
    expect(() => runsOf(tables)).toThrowError(expect.objectContaining({ code: 'VIDEO_DAMAGED' }));
  });

  it('are found in the time that it takes to read the tables', () => {
    const count = 100_000;
    const each = Array.from({ length: count }, (_, index) => index);
    const rows = each.map((index) => [index + 1, 1] as const);
    const moov = box('moov', track({ rows, sizes: each, offsets: each }));
    const begun = performance.now();
    expect(findPrivate(moov).samples).toHaveLength(count);
    // It was minutes where all rows were asked for each chunk.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('are no more than a real video has', () => {
    const offsets = Array.from({ length: 300_000 }, () => 1);
    const moov = (tracks: number) =>
      box('moov', ...Array.from({ length: tracks }, () => track({ rows: [[1, 1]], sizes: [1], offsets })));
    expect(findPrivate(moov(1)).samples).toHaveLength(300_000);
    expect(() => findPrivate(moov(2))).toThrowError(expect.objectContaining({ code: 'VIDEO_DAMAGED' }));
  });
});
