import type { FastifyRequest } from 'fastify';

const checkMs = 1000;
/** A slow phone is welcome; who sends next to nothing only holds a connection. */
const minBytesPerSecond = 4 * 1024;
const graceMs = 5000;
const smallBodyMs = 10_000;

/**
 * Cuts a connection whose body comes too slowly: a small one must be here within 10 s, a large one must bring
 * 4 KiB/s after its first 5 s (security.md §1).
 */
export function watchBodyPace(request: FastifyRequest, size: 'small' | 'large'): void {
  const { raw } = request;
  if (raw.complete) return;
  const { socket } = raw;
  const before = socket.bytesRead;
  const start = performance.now();
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    const ms = performance.now() - start;
    const tooSlow =
      size === 'small'
        ? ms > smallBodyMs
        : ms > graceMs && (socket.bytesRead - before) / (ms / 1000) < minBytesPerSecond;
    if (!tooSlow) return;
    clearInterval(timer);
    socket.destroy();
  }, checkMs);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}
