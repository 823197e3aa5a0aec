import type { FastifyReply } from 'fastify';
import { onceClosed } from './once-closed.ts';

const checkMs = 10_000;
/** A slow phone is welcome; who takes next to nothing only holds a connection and its buffers. */
const minBytesPerSecond = 1024;

/**
 * Cuts a connection whose client takes an answer too slowly: less than 1 KiB/s over 10 s while there is something to take
 * (security.md §1). A player that pauses asks again for the rest.
 */
export function enforceMinResponseRate({ raw }: Pick<FastifyReply, 'raw'>): void {
  // The answer itself has no socket while it waits behind another one of its connection.
  const { socket } = raw.req;
  const taken = () => socket.bytesWritten - socket.writableLength;
  let before = taken();
  const timer = setInterval(() => {
    const now = taken();
    const waiting = socket.writableLength > 0;
    if (waiting && now - before < (checkMs / 1000) * minBytesPerSecond) socket.destroy();
    before = now;
  }, checkMs);
  timer.unref();
  onceClosed(raw, () => clearInterval(timer));
}
