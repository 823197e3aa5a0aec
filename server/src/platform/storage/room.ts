import { statfs } from 'node:fs/promises';
import { Failure } from '../failure.ts';

const MiB = 1024 * 1024;

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

/** Bytes that stay free for the database and the machine itself (security.md §7). */
function floor(kind: 'image' | 'video', space: Space): number {
  return kind === 'image' ? 64 * MiB : Math.max(1024 * MiB, space.total / 20);
}

export function assertRoom(bytes: number, kind: 'image' | 'video', space: Space): void {
  if (space.free - bytes < floor(kind, space)) {
    throw new Failure('STORAGE_FULL', { log: `${space.free} bytes free, ${bytes} asked for (${kind})` });
  }
}

function isFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Runs `work`; a full disk or quota becomes `STORAGE_FULL`. */
export async function whileRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageFault(error);
  }
}

/** `STORAGE_FULL` for what a full disk or quota throws; any other error as it is. */
export const asStorageFault = (error: unknown): unknown =>
  isFull(error) ? new Failure('STORAGE_FULL', { log: String(error), cause: error }) : error;
