import { describe, expect, it } from 'vitest';
import { boundsOf, bytesOf, fittingChunkBytes, missingChunks } from './chunks.ts';

const KB = 1024;
const MB = 1024 * KB;

describe('the chunks of a file', () => {
  it.each([
    [[], 3, [0, 1, 2]],
    [[[0, 0]], 3, [1, 2]],
    [
      [
        [0, 1],
        [3, 3],
      ],
      5,
      [2, 4],
    ],
    [[[0, 4]], 5, []],
  ] as const)('that are missing after %j of %i', (received, total, missing) => {
    expect(missingChunks(received, total)).toEqual(missing);
  });

  it('have their place; the last one is what is left', () => {
    expect(boundsOf(0, 256 * KB, 600 * KB)).toEqual([0, 256 * KB]);
    expect(boundsOf(2, 256 * KB, 600 * KB)).toEqual([512 * KB, 600 * KB]);
    expect(bytesOf([0, 2], 256 * KB, 600 * KB)).toBe(344 * KB);
  });

  it.each([
    ['slow', 256 * KB, 4000, 2048 * MB, 256 * KB],
    ['of 100 ms a call', 256 * KB, 100, 2048 * MB, 4 * MB],
    ['fast', 256 * KB, 5, 2048 * MB, 16 * MB],
    ['fast, for a file of 64 MB', 256 * KB, 5, 64 * MB, 2 * MB],
    ['fast, for a small file', 256 * KB, 5, 3 * MB, 256 * KB],
  ])('grow with the line: %s', (_, chunk, ms, file, fitting) => {
    expect(fittingChunkBytes(chunk, ms, file)).toBe(fitting);
  });
});
