import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limits } from '@duet/contract/limits';
import { Failure } from '../failure.ts';
import { roomFor, type Space } from '../storage/room.ts';

/** Above what an honest video needs; of one that meets it the end is missing, by which its caller knows it. */
const mostBytes = 4 * limits.video.maxBytes;
/** What a program says of a disk that is full, in the language without a locale. */
const fullDisk = /No space left on device|Disk quota exceeded/;

interface OutputBound {
  /** Nothing more is written once the output has so many bytes; the program ends well then, without the end of the video. */
  readonly maxBytes: number;
  /** Throws STORAGE_FULL where the output met the end of the room, which is no fault of the video. */
  assertRoomHeld(ended: { readonly ok: boolean; readonly errors: string }): Promise<void>;
}

/**
 * Bounds a file that a program writes by the room that its disk has now: how large it becomes nobody knows before, and the database
 * may need what is left. Throws STORAGE_FULL where there is none.
 */
export async function boundOutput(
  file: string,
  space: (folder: string) => Promise<Space>,
): Promise<OutputBound> {
  const room = async () => roomFor('scratch', await space(dirname(file)));
  const free = await room();
  if (free <= 0) throw new Failure('STORAGE_FULL', { log: `${free} bytes of room for what is converted` });
  const maxBytes = Math.min(mostBytes, free);
  const isCut = async () => {
    const { size } = (await stat(file).catch(() => null)) ?? { size: 0 };
    return maxBytes < mostBytes && size >= maxBytes;
  };
  return {
    maxBytes,
    async assertRoomHeld({ ok, errors }) {
      const failedByRoom = async () => !ok && (fullDisk.test(errors) || (await room()) <= 0);
      if (!(await isCut()) && !(await failedByRoom())) return;
      throw new Failure('STORAGE_FULL', { log: `a conversion had ${maxBytes} bytes of room: ${errors}` });
    },
  };
}
