import { limits } from '@duet/contract/limits';
import { CallFailure } from '../../../api/failure.ts';
import { anySignal } from '../../../device/ponyfills.ts';

/** A chunk of which nothing has left for so long does not move any more: the device slept, or changed its line. */
const stalledAfterMs = 30_000;

interface ChunkDependencies {
  readonly send: (signal: AbortSignal, moved: (sentBytes: number) => void) => Promise<void>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
}

/** What another try may mend: the line, a server in need, too many calls, and a chunk that was overtaken. */
const mayGoBetter = (error: unknown): boolean =>
  error instanceof CallFailure &&
  (error.status === 0 ||
    (error.status >= 500 && error.status !== 507) ||
    error.status === 429 ||
    error.code === 'CHUNK_SUPERSEDED');

async function attempt({ send, signal, onProgress }: ChunkDependencies): Promise<void> {
  const stalled = new AbortController();
  const watch = () => setTimeout(() => stalled.abort(), stalledAfterMs);
  let timer = watch();
  try {
    await send(anySignal([signal, stalled.signal]), (sentBytes) => {
      clearTimeout(timer);
      timer = watch();
      onProgress(sentBytes);
    });
  } catch (error) {
    if (stalled.signal.aborted && !signal.aborted) throw new CallFailure('', { status: 0 });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a chunk, and three times more, 2 s apart, when it does not arrive (product.md §8).
 *
 * @throws what the last try threw.
 */
export async function sendChunk(dependencies: ChunkDependencies): Promise<void> {
  const { chunkRetries, chunkRetryMs } = limits.video;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(dependencies);
    } catch (error) {
      if (dependencies.signal.aborted || retries === chunkRetries || !mayGoBetter(error)) throw error;
      dependencies.onProgress(0);
      const asked = (error instanceof CallFailure && error.retryAfterSeconds) || 0;
      await dependencies.sleep(Math.max(chunkRetryMs, asked * 1000), dependencies.signal);
    }
  }
}
