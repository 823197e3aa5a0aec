import { join } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { Locked, lockFile } from '../platform/data-lock.ts';
import { RunsElsewhere, withSiteLock } from '../platform/db/advisory-lock.ts';

/** It cannot be moved, and the sentence says why. Nothing was changed. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** A move that was killed a moment ago may still have its connection. */
const patienceMs = 1000;

const running = 'A move of this site is running. Stop it first, or wait for its end.';

/**
 * Runs `work` while nothing else closes or opens the former place: a second move that fails would open it in the middle of the
 * first. `lost` aborts where that is no longer sure.
 * @throws MoveRefused
 */
export async function withMoveLock<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    using _lock = databaseUrl === null ? lockFile(join(dataDir, 'move.lock'), running) : null;
    return await withSiteLock(databaseUrl, 'move', ({ signal }) => work(signal), { patienceMs });
  } catch (error) {
    if (error instanceof Locked || error instanceof RunsElsewhere) {
      throw new MoveRefused(running, { cause: error });
    }
    throw error;
  }
}
