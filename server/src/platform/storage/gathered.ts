import type { Readable } from 'node:stream';

/** How much may wait while the disk is at work; then the sender waits. */
const waitingBytes = 1024 * 1024;

/**
 * The bytes of a stream, all that have come since the last were taken at a time: few large writes, and the next bytes
 * travel while those are made. Ends early, without an error, where the stream breaks or `signal` is aborted.
 */
export async function* gathered(source: Readable, signal: AbortSignal): AsyncGenerator<Buffer[]> {
  let waiting: Buffer[] = [];
  let size = 0;
  let ended = source.destroyed || signal.aborted;
  let wake = () => {};
  const onData = (bytes: Buffer) => {
    waiting.push(bytes);
    size += bytes.length;
    if (size >= waitingBytes) source.pause();
    wake();
  };
  const onEnd = () => {
    ended = true;
    wake();
  };
  source.on('data', onData).once('end', onEnd).once('close', onEnd).once('error', onEnd);
  signal.addEventListener('abort', onEnd, { once: true });
  try {
    while (!signal.aborted) {
      if (size > 0) {
        const batch = waiting;
        waiting = [];
        size = 0;
        source.resume();
        yield batch;
      } else if (ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', onEnd);
    source.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd);
  }
}
