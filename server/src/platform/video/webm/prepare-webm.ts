import type { ByteAccess } from '../byte-access.ts';
import { elementAt } from './elements.ts';

const segmentId = 0x18538067;
const tagsId = 0x1254c367;
const voidId = 0xec;
/** An element's head has at most 4 bytes of id and 8 of size. */
const headBytes = 12;
/** Tags larger than this are no tags of a person's video; they go unread. */
const maxReadBytes = 1024 * 1024;
/** More elements than any real file has. */
const maxElements = 1_000_000;
const tellsPlace = /location|gps|latitude|longitude|6709/i;

/** Blanks in place those tags of a WebM that say where it was taken. */
export async function prepareWebm(access: ByteAccess): Promise<void> {
  const { size } = access;
  let at = 0;
  for (let count = 0; at < size && count < maxElements; count += 1) {
    const head = await access.read(at, headBytes);
    const element = elementAt(head, 0);
    if (!element) break;
    const content = at + element.content;
    if (element.id === tagsId && element.size !== null && (await isPrivate(access, content, element.size))) {
      await blank(access, at, content + element.size);
    }
    // What is inside of the segment follows its head; clusters of unknown size end the list.
    if (element.id === segmentId) at = content;
    else if (element.size === null) break;
    else at = content + element.size;
  }
}

async function isPrivate(access: ByteAccess, content: number, size: number): Promise<boolean> {
  if (size > maxReadBytes) return true;
  return tellsPlace.test((await access.read(content, size)).toString('latin1'));
}

/** A void element in place of what was there: its id, a size of eight bytes, and zeros. Tags are never shorter. */
async function blank(access: ByteAccess, start: number, end: number): Promise<void> {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(voidId, 0);
  bytes.writeBigUInt64BE(BigInt(end - start - bytes.length), 1);
  bytes.writeUInt8(1, 1);
  await access.write(bytes, start);
  await access.zero(start + bytes.length, end - start - bytes.length);
}
