import { ImageError } from './image-error.ts';

const trailer = 0x3b;
const image = 0x2c;
const extension = 0x21;

/** The colours that a table of this description has, in bytes; 0 where there is none. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * Refuses a GIF that ends in the midst of a block: its reader shows what is there, so that a picture cut on its way would
 * be kept as a shorter one. One that only lacks its trailer is whole.
 */
export function assertWholeGif(bytes: Buffer): void {
  const cut = () => new ImageError('IMAGE_DAMAGED', 'the GIF is cut short');
  let at = 13 + tableBytes(bytes[10] ?? 0);
  while (at < bytes.length && bytes[at] !== trailer) {
    const kind = bytes[at];
    if (kind === image) at += 11 + tableBytes(bytes[at + 9] ?? 0);
    else if (kind === extension) at += 2;
    else return; // Not a block: what its reader makes of it decides.
    for (let size = bytes[at]; ; size = bytes[at]) {
      if (size === undefined) throw cut();
      at += 1 + size;
      if (size === 0) break;
    }
  }
  if (at > bytes.length) throw cut();
}
