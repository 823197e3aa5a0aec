import { Failure } from '../../failure.ts';
import type { ByteRange } from '../storage.ts';
import type { Bucket } from './bucket.ts';

/**
 * What is read of an object at a time. Each piece is a request of its own that can be sent again, so a reader that is slow
 * holds no connection to the store, and one that broke is not the reader's. Two of them are the memory of a reader.
 */
const pieceBytes = 512 * 1024;

/** The bytes of an object, or of a range of it, piece by piece; null where there is none. */
export async function readObject(
  bucket: Bucket,
  key: string,
  { start, end }: ByteRange = { start: 0, end: Number.MAX_SAFE_INTEGER },
): Promise<AsyncGenerator<Buffer> | null> {
  const pieceAt = (at: number) => bucket.read(key, { start: at, end: Math.min(end, at + pieceBytes - 1) });
  const first = await pieceAt(start);
  if (!first) return null;
  const last = Math.min(end, first.total - 1);
  return (async function* () {
    yield first.bytes;
    for (let at = start + first.bytes.length; at <= last; ) {
      const piece = await pieceAt(at);
      if (!piece) throw new Failure('STORAGE_UNAVAILABLE', { log: `${key} was removed while it was read` });
      at += piece.bytes.length;
      yield piece.bytes;
    }
  })();
}
