import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkSet } from './chunk-set.ts';
import { assertChunkSize, placeOf, receivedBytes, totalChunks } from './session.ts';

describe('the chunks that are there', () => {
  it('are kept as text, and told as runs', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 70 }), (there) => {
        const chunks = new ChunkSet(there.length);
        for (const [index, each] of there.entries()) chunks.set(index, each);
        const read = new ChunkSet(there.length, chunks.toString());
        const told = (want: boolean) =>
          read
            .ranges(want)
            .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n));
        const indexes = [...there.keys()];
        expect(told(true)).toEqual(indexes.filter((index) => there[index]));
        expect(told(false)).toEqual(indexes.filter((index) => !there[index]));
        expect(read.count).toBe(there.filter(Boolean).length);
        expect(indexes.map((index) => read.has(index))).toEqual(there);
      }),
    );
  });

  it('make as few runs as there can be', () => {
    const chunks = new ChunkSet(10);
    for (const index of [0, 1, 2, 5, 9]) chunks.set(index, true);
    expect(chunks.ranges(true)).toEqual([
      [0, 2],
      [5, 5],
      [9, 9],
    ]);
    chunks.set(1, false);
    expect(chunks.ranges(true)).toEqual([
      [0, 0],
      [2, 2],
      [5, 5],
      [9, 9],
    ]);
  });

  it('of an upload that was stored with more are no more than it has', () => {
    const long = new ChunkSet(64);
    for (let index = 0; index < 64; index += 1) long.set(index, true);
    expect(new ChunkSet(8, long.toString()).count).toBe(8);
  });
});

describe('the place of a chunk', () => {
  const session = { file_size: 25, chunk_size: 10 };

  it('is behind those before it, and the last one is as long as the rest', () => {
    expect(totalChunks(session)).toBe(3);
    expect([0, 1, 2].map((index) => placeOf(session, index))).toEqual([
      { offset: 0, size: 10 },
      { offset: 10, size: 10 },
      { offset: 20, size: 5 },
    ]);
    expect(totalChunks({ file_size: 20, chunk_size: 10 })).toBe(2);
  });

  it('is none beyond the last', () => {
    expect(() => placeOf(session, 3)).toThrow(
      expect.objectContaining({ code: 'CHUNK_INDEX_WRONG', details: { values: { index: 3, last: 2 } } }),
    );
  });

  it('takes as many bytes as it has, and no others', () => {
    expect(() => assertChunkSize(2, { offset: 20, size: 5 }, 5)).not.toThrow();
    for (const size of [4, 6])
      expect(() => assertChunkSize(2, { offset: 20, size: 5 }, size)).toThrow(
        expect.objectContaining({
          code: 'CHUNK_SIZE_WRONG',
          details: { values: { index: 2, expected: 5, size } },
        }),
      );
  });

  it('says how many bytes have come', () => {
    const chunks = new ChunkSet(3);
    expect(receivedBytes(session, chunks)).toBe(0);
    chunks.set(0, true);
    expect(receivedBytes(session, chunks)).toBe(10);
    chunks.set(2, true);
    expect(receivedBytes(session, chunks)).toBe(15);
    chunks.set(1, true);
    expect(receivedBytes(session, chunks)).toBe(25);
  });
});
