import { expect, it } from 'vitest';
import { EditedVideo } from './byte-access.ts';
import type { RemoteVideo } from './video-source.ts';

/** The bytes in pieces of `pieceBytes`. */
function remote(bytes: Buffer, pieceBytes: number): RemoteVideo {
  const read = async (start: number, end: number) => Buffer.from(bytes.subarray(start, end));
  return {
    size: bytes.length,
    read,
    async *stream(start, end) {
      for (let at = start; at < end; at += pieceBytes) yield await read(at, Math.min(at + pieceBytes, end));
    },
    file: () => Promise.reject(new Error('nobody needs a file')),
  };
}

async function streamed(video: EditedVideo): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of video.stream({ start: 0, end: video.size })) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Numbers below `bound` that are the same in every run. */
function numbersBelow(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % bound;
  };
}

it('a video elsewhere reads as one that was changed in place, wherever changes meet', async () => {
  const below = numbersBelow(7);
  for (let run = 0; run < 200; run += 1) {
    const inPlace = Buffer.alloc(100, 'original');
    const video = new EditedVideo(remote(Buffer.from(inPlace), 9));
    for (let edit = 0; edit < 12; edit += 1) {
      const start = below(100);
      const size = below(100 - start + 1);
      if (below(2) === 0) {
        inPlace.fill(0, start, start + size);
        await video.zero(start, size);
      } else {
        const bytes = Buffer.alloc(size, String(edit));
        bytes.copy(inPlace, start);
        await video.write(bytes, start);
      }
    }
    expect(await streamed(video)).toEqual(inPlace);
    const [start, size] = [below(100), below(100)];
    expect(await video.read(start, size)).toEqual(inPlace.subarray(start, start + size));
  }
});

it('a video with many changes is read in many pieces in no more than the time of both', async () => {
  const video = new EditedVideo(remote(Buffer.alloc(1_000_000, 1), 50));
  for (let start = 0; start < 1_000_000; start += 5) await video.zero(start, 3);
  const begun = performance.now();
  const bytes = await streamed(video);
  // It was 40 s where every piece asked every change.
  expect(performance.now() - begun).toBeLessThan(12_000);
  expect(bytes.every((byte, at) => byte === (at % 5 < 3 ? 0 : 1))).toBe(true);
}, 120_000);
