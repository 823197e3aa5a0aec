import { Failure } from '../../failure.ts';
import type { ByteAccess } from '../byte-access.ts';
import { elementAt } from './elements.ts';

const segmentId = 0x18538067;
/** Of the head element and the segment's own head; real ones need a tenth of it. */
const headBytes = 4096;

/** Throws VIDEO_DAMAGED where a WebM says that it has more bytes than there are: it was cut short. */
export async function assertWholeWebm(access: ByteAccess): Promise<void> {
  const { size: fileSize } = access;
  const bytes = await access.read(0, headBytes);
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
