import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enforceMinResponseRate } from './min-response-rate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An answer that is being taken, with so many bytes in the socket's own buffer. */
function leaving(writableLength: number) {
  const socket = {
    bytesWritten: 100_000 + writableLength,
    writableLength,
    destroyed: false,
    destroy() {
      socket.destroyed = true;
    },
  };
  const raw = Object.assign(new EventEmitter(), { req: { socket }, closed: false });
  return { socket, raw, reply: { raw } as unknown as FastifyReply };
}

/** Seconds until the connection is cut when so much is taken a second; null where it lives for two minutes. */
function cutAfter(bytesPerSecond: number, waiting = 64 * 1024): number | null {
  const { socket, reply } = leaving(waiting);
  enforceMinResponseRate(reply);
  for (let seconds = 1; seconds <= 120; seconds += 1) {
    socket.bytesWritten += bytesPerSecond;
    vi.advanceTimersByTime(1000);
    if (socket.destroyed) return seconds;
  }
  return null;
}

it.each([
  [0, 10],
  [1023, 10],
  [1024, null],
  [1_000_000, null],
])('an answer of which %i bytes a second are taken is cut after %s s', (pace, seconds) => {
  expect(cutAfter(pace)).toBe(seconds);
});

it('an answer that waits for the server, not for its client, is left alone', () => {
  expect(cutAfter(0, 0)).toBeNull();
});

it('an answer that is out is watched no more', () => {
  const { socket, raw, reply } = leaving(1000);
  enforceMinResponseRate(reply);
  raw.emit('close');
  vi.advanceTimersByTime(60_000);
  expect([socket.destroyed, vi.getTimerCount()]).toEqual([false, 0]);
});

it('an answer whose client left before it began is watched no more', async () => {
  const { raw, reply } = leaving(1000);
  raw.closed = true;
  enforceMinResponseRate(reply);
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(vi.getTimerCount()).toBe(0);
});
