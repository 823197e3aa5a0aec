import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { lingeringClose } from './lingering-close.ts';

const checkMs = 1000;
/** A slow phone is welcome; who sends next to nothing only holds a connection. */
const minBytesPerSecond = 4 * 1024;
const graceMs = 5000;
const smallBodyMs = 10_000;

/** `any`: nobody has asked for it yet, be it that the call waits or that there is no such call. */
type Size = 'any' | 'small' | 'large';

/**
 * Watches the body of every request from its first byte, found or not, let in or not; and cuts the connection of one that has
 * been answered while its body goes on for more than a moment (security.md §1).
 */
export function watchBodies({ server }: Pick<FastifyInstance, 'server'>): void {
  server.prependListener('request', (request, response) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (length === '0' && encoding === undefined) return;
    enforceMinBodyRate(request, 'any');
    response.once('finish', () => {
      if (request.complete) return;
      const stop = lingeringClose(request.socket, () => request.complete);
      request.once('close', stop);
    });
  });
}

/**
 * Cuts a connection whose body comes too slowly: a small one must be here within 10 s, a large one must bring
 * 4 KiB/s after its first 5 s, any other either of the two (security.md §1). While the server itself does not read, nobody
 * else is to blame: the time begins anew.
 */
export function enforceMinBodyRate(raw: IncomingMessage, size: Size): void {
  if (raw.complete) return;
  const { socket } = raw;
  let before = socket.bytesRead;
  let start = performance.now();
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    const now = performance.now();
    if (raw.readableLength >= raw.readableHighWaterMark) {
      before = socket.bytesRead;
      start = now;
    }
    if (!isTooSlow(size, now - start, socket.bytesRead - before)) return;
    clearInterval(timer);
    socket.destroy();
  }, checkMs);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}

function isTooSlow(size: Size, ms: number, bytes: number): boolean {
  if (size === 'small') return ms > smallBodyMs;
  const patience = size === 'large' ? graceMs : smallBodyMs;
  return ms > patience && bytes / (ms / 1000) < minBytesPerSecond;
}
