import { createHash } from 'node:crypto';
import { MB } from '@duet/contract/limits';
import type { Written } from '../storage.ts';
import type { Bucket, Described } from './bucket.ts';

/** Between S3's smallest part (5 MiB) and what is held in memory of an object; 2 GiB are 256 of the 10,000 it allows. */
const partBytes = 8 * MB;

/** The bytes of a source in buffers of `size`, of which the last may be shorter; none where there are no bytes. */
async function* inParts(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.byteLength; ) {
      const length = Math.min(size - filled, bytes.byteLength - at);
      part.set(bytes.subarray(at, at + length), filled);
      filled += length;
      at += length;
      if (filled < size) continue;
      yield part;
      part = Buffer.allocUnsafe(size);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/**
 * Stores what a source brings as one object: in one request where it is small, else as a multipart upload, which shows
 * nothing under the key before it is complete. No more than two parts are in memory. Nothing stays where it fails.
 */
export async function writeObject(
  bucket: Bucket,
  key: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  described?: Described,
): Promise<Written> {
  const hash = createHash('sha256');
  // Where it fails the source is let go of, such as an open file.
  await using parts = inParts(source, partBytes);
  const { value: first = Buffer.alloc(0) } = await parts.next();
  hash.update(first);
  if (first.length < partBytes) {
    await bucket.put(key, first, described);
    return { size: first.length, sha256: hash.digest('hex') };
  }
  const upload = await bucket.beginMultipart(key, described);
  try {
    let size = 0;
    const tags: string[] = [];
    for (let part: Buffer | undefined = first; part !== undefined; ) {
      size += part.length;
      const sending = bucket.putPart(upload, tags.length + 1, part);
      // The next part is read while this one travels; a fault of either is handled below.
      const [sent, next]: [PromiseSettledResult<string>, PromiseSettledResult<IteratorResult<Buffer>>] =
        await Promise.allSettled([sending, parts.next()]);
      if (sent.status === 'rejected') throw sent.reason;
      if (next.status === 'rejected') throw next.reason;
      tags.push(sent.value);
      part = next.value.done ? undefined : next.value.value;
      if (part) hash.update(part);
    }
    await bucket.completeMultipart(upload, tags, size);
    return { size, sha256: hash.digest('hex') };
  } catch (error) {
    // The first failure is the one to report; `removeUnfinished` ends uploads that stay.
    await bucket.abortMultipart(upload).catch(() => {});
    throw error;
  }
}
