import { type FileHandle, open } from 'node:fs/promises';
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
export async function prepareWebm(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  const { size } = await handle.stat();
  let changed = false;
  let at = 0;
  for (let count = 0; at < size && count < maxElements; count += 1) {
    const head = (await read(handle, at, headBytes)).subarray(0, size - at);
    const element = elementAt(head, 0);
    if (!element) break;
    const content = at + element.content;
    if (element.id === tagsId && element.size !== null && (await tells(handle, content, element.size))) {
      await blank(handle, at, content + element.size);
      changed = true;
    }
    // What is inside of the segment follows its head; clusters of unknown size end the list.
    if (element.id === segmentId) at = content;
    else if (element.size === null) break;
    else at = content + element.size;
  }
  if (changed) await handle.datasync();
}

async function read(handle: FileHandle, position: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, position);
  return buffer.subarray(0, bytesRead);
}

async function tells(handle: FileHandle, content: number, size: number): Promise<boolean> {
  if (size > maxReadBytes) return true;
  return tellsPlace.test((await read(handle, content, size)).toString('latin1'));
}

/** A void element in place of what was there: its id, a size of eight bytes, and zeros. Tags are never shorter. */
async function blank(handle: FileHandle, start: number, end: number): Promise<void> {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(voidId, 0);
  bytes.writeBigUInt64BE(BigInt(end - start - bytes.length), 1);
  bytes.writeUInt8(1, 1);
  await handle.write(bytes, 0, bytes.length, start);
  for (let at = start + bytes.length; at < end; at += maxReadBytes) {
    const zeros = Buffer.alloc(Math.min(maxReadBytes, end - at));
    await handle.write(zeros, 0, zeros.length, at);
  }
}
