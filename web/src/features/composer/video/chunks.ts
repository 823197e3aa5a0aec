import { limits } from '@duet/contract/limits';

/** First and last chunk of each unbroken run, both included, as the server tells them. */
export type Ranges = readonly (readonly [number, number])[];

/** The chunks that are still to be sent. */
export function missingChunks(received: Ranges, totalChunks: number): number[] {
  const there = new Set<number>();
  for (const [first, last] of received) for (let n = first; n <= last; n += 1) there.add(n);
  return Array.from({ length: totalChunks }, (_, n) => n).filter((n) => !there.has(n));
}

/** Where a chunk begins and ends in the file, in bytes. */
export function boundsOf(index: number, chunkBytes: number, fileBytes: number): [number, number] {
  return [index * chunkBytes, Math.min(fileBytes, (index + 1) * chunkBytes)];
}

/** How many bytes some chunks hold together. */
export const bytesOf = (chunks: readonly number[], chunkBytes: number, fileBytes: number): number =>
  chunks.reduce((sum, index) => {
    const [begin, end] = boundsOf(index, chunkBytes, fileBytes);
    return sum + end - begin;
  }, 0);

/** A chunk should be under way for about so long: long enough to outweigh the waiting for its answer. */
const wantedMs = 2000;
/** However fast the line, the file stays in at least so many. */
const leastChunks = 32;

/** The size of chunks that fits a line on which one of `chunkBytes` took `ms`: the same, doubled, doubled again, …. */
export function fittingChunkBytes(chunkBytes: number, ms: number, fileBytes: number): number {
  const wanted = (chunkBytes * wantedMs) / Math.max(1, ms);
  const most = Math.min(limits.chunk.maxBytes, fileBytes / leastChunks);
  let size = chunkBytes;
  while (size * 2 <= wanted && size * 2 <= most) size *= 2;
  return size;
}
