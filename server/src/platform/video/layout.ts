import { writeNewFile } from '../storage/durable-file.ts';
import { withStorageFaults } from '../storage/room.ts';
import type { ByteAccess } from './byte-access.ts';
import type { Run } from './edits.ts';

/** What a video is written anew from: its own bytes and others, in their order. */
export type Layout = readonly (Run | Buffer)[];

/** The bytes of a video in the order of a layout. */
export async function* inOrder(access: ByteAccess, layout: Layout): AsyncGenerator<Buffer> {
  for (const piece of layout) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* access.stream(piece);
  }
}

/** Writes a video in the order of a layout. Throws STORAGE_FULL. */
export async function writeInOrder(access: ByteAccess, layout: Layout, file: string): Promise<void> {
  await withStorageFaults(() => writeNewFile(file, inOrder(access, layout)));
}
