import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enforceMinBodyRate } from './min-body-rate.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request whose body is on its way, and the connection that carries it. */
function arriving() {
  const socket = {
    bytesRead: 500,
    destroyed: false,
    destroy() {
      socket.destroyed = true;
    },
  };
  const unread = { readableLength: 0, readableHighWaterMark: 64 * 1024 };
  const raw = Object.assign(new EventEmitter(), { socket, complete: false, destroyed: false, ...unread });
  return { socket, raw, request: raw as unknown as IncomingMessage };
}

/** Seconds until the connection is cut when `bytesPerSecond` arrive; null where it lives for two minutes. */
function cutAfter(size: 'any' | 'small' | 'large', bytesPerSecond: number): number | null {
  const { socket, request } = arriving();
  enforceMinBodyRate(request, size);
  for (let seconds = 1; seconds <= 120; seconds++) {
    socket.bytesRead += bytesPerSecond;
    vi.advanceTimersByTime(1000);
    if (socket.destroyed) return seconds;
  }
  return null;
}

describe('a body', () => {
  it.each([
    ['small', 0, 11],
    ['small', 1_000_000, 11],
    ['large', 0, 6],
    ['large', 4 * 1024 - 1, 6],
    ['large', 4 * 1024, null],
    ['large', 1_000_000, null],
    ['any', 0, 11],
    ['any', 4 * 1024 - 1, 11],
    ['any', 4 * 1024, null],
  ] as const)('that is %s and brings %i bytes a second is cut after %s s', (size, pace, seconds) => {
    expect(cutAfter(size, pace)).toBe(seconds);
  });

  it('that the server itself does not read is not to blame', () => {
    const { socket, raw, request } = arriving();
    enforceMinBodyRate(request, 'large');
    raw.readableLength = raw.readableHighWaterMark;
    vi.advanceTimersByTime(60_000);
    expect(socket.destroyed).toBe(false);
    raw.readableLength = 0;
    vi.advanceTimersByTime(5000);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(socket.destroyed).toBe(true);
  });

  it('that is there, or whose connection is gone, is watched no more', () => {
    for (const end of ['complete', 'close'] as const) {
      const { socket, raw, request } = arriving();
      enforceMinBodyRate(request, 'small');
      vi.advanceTimersByTime(2000);
      if (end === 'complete') raw.complete = true;
      else raw.emit('close');
      vi.advanceTimersByTime(60_000);
      expect([end, socket.destroyed, vi.getTimerCount()]).toEqual([end, false, 0]);
    }
  });
});
