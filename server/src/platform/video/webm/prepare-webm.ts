import type { ByteAccess } from '../byte-access.ts';
import { elementAt } from './elements.ts';

const segmentId = 0x18538067;
const tagsId = 0x1254c367;
const voidId = 0xec;
/** An element's head has at most 4 bytes of id and 8 of size. */
const headBytes = 12;
const longHeadBytes = 9;
/** Tags larger than this are no tags of a person's video; they go unread. */
const maxReadBytes = 1024 * 1024;
/** More elements than any real file has. */
const maxElements = 1_000_000;
const tellsPlace = /location|gps|latitude|longitude|6709/i;

/** Where the content of an element begins, and ends within the file. */
interface Contents {
  readonly content: number;
  readonly end: number;
}

/** Blanks in place those tags of a WebM that say where it was taken, as far as they are there. */
export async function prepareWebm(access: ByteAccess): Promise<void> {
  const { size } = access;
  let at = 0;
  for (let count = 0; at < size && count < maxElements; count += 1) {
    const head = await access.read(at, headBytes);
    const element = elementAt(head, 0);
    if (!element) break;
    const content = at + element.content;
    if (element.id === tagsId && element.size !== null) {
      const contents = { content, end: Math.min(content + element.size, size) };
      if (await isPrivate(access, contents)) await blank(access, at, contents);
    }
    // What is inside of the segment follows its head; clusters of unknown size end the list.
    if (element.id === segmentId) at = content;
    else if (element.size === null) break;
    else at = content + element.size;
  }
}

async function isPrivate(access: ByteAccess, { content, end }: Contents): Promise<boolean> {
  if (end - content > maxReadBytes) return true;
  const bytes = await access.read(content, end - content);
  // No element begins with a zero: a call before this one was cut off while it blanked them.
  return bytes[0] === 0 || tellsPlace.test(bytes.toString('latin1'));
}

/**
 * A void element in place of what was there. The content is zeroed first: by their head a call that comes after one that
 * was cut off finds the tags again.
 */
async function blank(access: ByteAccess, start: number, { content, end }: Contents): Promise<void> {
  await access.zero(content, end - content);
  await access.flush();
  const head = voidHead(end - start);
  // What is left of the former head lies within the void.
  await access.write(Buffer.concat([head, Buffer.alloc(Math.max(0, content - start - head.length))]), start);
}

/** The head of a void element of `bytes` in all: its id, and a size of eight bytes, or of one where those have no room. */
function voidHead(bytes: number): Buffer {
  if (bytes < longHeadBytes) return Buffer.from([voidId, 0x80 + bytes - 2]);
  const head = Buffer.alloc(longHeadBytes);
  head.writeUInt8(voidId, 0);
  head.writeBigUInt64BE(BigInt(bytes - longHeadBytes), 1);
  head.writeUInt8(1, 1);
  return head;
}
