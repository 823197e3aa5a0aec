import { statfs } from 'node:fs/promises';
import { MB } from '@duet/contract/limits';
import { Failure } from '../failure.ts';

export interface Space {
  /** Bytes that this process may still write. */
  readonly free: number;
  /** Bytes of the whole volume. */
  readonly total: number;
}

/** The space of the volume on which `folder` lies. */
export async function diskSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * What takes the room. `scratch` is a file in the making: once it is done it goes, or what it was made of does, so that it may take
 * what videos leave free for good.
 */
export type RoomKind = 'image' | 'video' | 'scratch';

/** Bytes that stay free for the database and the machine itself (security.md §7). */
function floor(kind: RoomKind, space: Space): number {
  return kind === 'video' ? Math.max(1024 * MB, space.total / 20) : 64 * MB;
}

/** Bytes that may still be written; below 0 where more is missing. */
export const roomFor = (kind: RoomKind, space: Space): number => space.free - floor(kind, space);

export function assertRoom(bytes: number, kind: RoomKind, space: Space): void {
  if (bytes > roomFor(kind, space)) {
    throw new Failure('STORAGE_FULL', { log: `${space.free} bytes free, ${bytes} asked for (${kind})` });
  }
}

/** What a disk says that is full, or one that is mounted read-only, out of order or no longer ours to write to. */
const faults: Readonly<Record<string, 'STORAGE_FULL' | 'STORAGE_UNAVAILABLE'>> = {
  ENOSPC: 'STORAGE_FULL',
  EDQUOT: 'STORAGE_FULL',
  EROFS: 'STORAGE_UNAVAILABLE',
  EACCES: 'STORAGE_UNAVAILABLE',
  EPERM: 'STORAGE_UNAVAILABLE',
  EIO: 'STORAGE_UNAVAILABLE',
  ENXIO: 'STORAGE_UNAVAILABLE',
  ENODEV: 'STORAGE_UNAVAILABLE',
  ESTALE: 'STORAGE_UNAVAILABLE',
};

/** What the code of a system error means for who stores something; undefined where it is no fault of the disk. */
export const storageFaultOf = (code = ''): 'STORAGE_FULL' | 'STORAGE_UNAVAILABLE' | undefined => faults[code];

/** Runs `work`; what a disk cannot do becomes `STORAGE_FULL` or `STORAGE_UNAVAILABLE`. */
export async function withStorageFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageFault(error);
  }
}

/** `STORAGE_FULL` or `STORAGE_UNAVAILABLE` for what a disk cannot do; any other error as it is. */
export function asStorageFault(error: unknown): unknown {
  const fault = storageFaultOf((error as NodeJS.ErrnoException | null)?.code);
  return fault === undefined ? error : new Failure(fault, { log: String(error), cause: error });
}
