import { open } from 'node:fs/promises';
import { Failure } from '../../failure.ts';

const segmentId = 0x18538067;
/** Of the head element and the segment's own head; real ones need a tenth of it. */
const headBytes = 4096;

interface Element {
  readonly id: number;
  /** Null where it says that it is not known, as in a recording that was streamed. */
  readonly size: number | null;
  /** Where its content begins. */
  readonly content: number;
}

/** An element's head: an id whose first bits say its length, and a size written the same way (RFC 8794). */
function elementAt(bytes: Buffer, at: number): Element | null {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23;
  const sizeAt = at + idLength;
  const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
  if (idLength > 4 || sizeLength > 8 || sizeAt + sizeLength > bytes.length) return null;
  const mask = 2 ** (7 * sizeLength) - 1;
  let size = (bytes[sizeAt] ?? 0) & (2 ** (8 - sizeLength) - 1);
  for (let next = 1; next < sizeLength; next += 1) size = size * 256 + (bytes[sizeAt + next] ?? 0);
  return {
    id: bytes.readUIntBE(at, idLength),
    size: size >= mask ? null : size,
    content: sizeAt + sizeLength,
  };
}

/** Throws VIDEO_DAMAGED where a WebM says that it has more bytes than there are: it was cut short. */
export async function assertWholeWebm(file: string): Promise<void> {
  await using handle = await open(file, 'r');
  const { size: fileSize } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const bytes = buffer.subarray(0, bytesRead);
  const head = elementAt(bytes, 0);
  let next = head?.size == null ? null : elementAt(bytes, head.content + head.size);
  // Void elements may stand between the head and the segment.
  while (next && next.id !== segmentId && next.size !== null)
    next = elementAt(bytes, next.content + next.size);
  const end = next?.size == null ? 0 : next.content + next.size;
  if (next?.id !== segmentId || end > fileSize) {
    throw new Failure('VIDEO_DAMAGED', { log: `a segment that ends at ${end} in ${fileSize} bytes` });
  }
}
