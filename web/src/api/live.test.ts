import type { EventName } from '@duet/contract/events/shapes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live, pauseAfter } from './live.ts';

/** A server whose lines the test holds in its hand. */
class Lines {
  readonly opened: { lastEventId: string | null; say: (text: string) => void; cut: () => void }[] = [];
  status = 200;
  retryAfter: string | null = null;

  readonly connect = async (lastEventId: string | null, signal: AbortSignal): Promise<Response> => {
    let control: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        control = controller;
      },
    });
    const end = (how: () => void) => {
      try {
        how();
      } catch {
        // It is over already.
      }
    };
    signal.addEventListener('abort', () => end(() => control?.error(signal.reason)));
    this.opened.push({
      lastEventId,
      say: (text) => control?.enqueue(new TextEncoder().encode(text)),
      cut: () => end(() => control?.close()),
    });
    const headers = new Headers(this.retryAfter ? { 'Retry-After': this.retryAfter } : {});
    return new Response(this.status === 200 ? body : null, { status: this.status, headers });
  };

  get last() {
    return this.opened.at(-1);
  }
}

const event = (name: EventName, id: string, data: unknown) =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const forward = (ms: number) => vi.advanceTimersByTimeAsync(ms);

let lines: Lines;
let live: Live;
let counts: number[];

describe('the stream', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    lines = new Lines();
    live = new Live(lines.connect);
    counts = [];
    live.on('activity', ({ unreadCount }) => counts.push(unreadCount));
  });
  afterEach(() => {
    live.follow(null);
    vi.useRealTimers();
  });

  /** Signed in and seen. */
  const begin = async () => {
    live.follow('ana');
    live.show(true);
    await forward(0);
  };

  it('is open while somebody is signed in and looks', async () => {
    live.show(true);
    await forward(1000);
    expect(lines.opened).toHaveLength(0);
    live.follow('ana');
    await forward(0);
    expect(lines.opened).toHaveLength(1);
    lines.last?.say(event('activity', 'a', { unreadCount: 3 }));
    await forward(0);
    expect(counts).toEqual([3]);
    live.follow(null);
    await forward(60_000);
    expect(lines.opened).toHaveLength(1);
  });

  it('puts together what comes in pieces', async () => {
    await begin();
    const text = event('activity', 'a', { unreadCount: 7 });
    for (const character of text) lines.last?.say(character);
    lines.last?.say(':\n\n');
    await forward(0);
    expect(counts).toEqual([7]);
  });

  it('comes again after a cut, and says what it knows', async () => {
    await begin();
    expect(lines.last?.lastEventId).toBeNull();
    lines.last?.say(event('activity', 'id-1', { unreadCount: 1 }));
    await forward(0);
    lines.last?.cut();
    await forward(999);
    expect(lines.opened).toHaveLength(1);
    await forward(1);
    expect(lines.last?.lastEventId).toBe('id-1');
  });

  it('says that it has begun, and that something may be missing, but not that at the start', async () => {
    let gaps = 0;
    let begun = 0;
    live.on('resync', () => {
      gaps += 1;
    });
    live.onBegin(() => {
      begun += 1;
    });
    await begin();
    expect(begun).toBe(0);
    lines.last?.say(event('resync', 'id-1', {}));
    await forward(0);
    expect([begun, gaps]).toEqual([1, 0]);
    lines.last?.cut();
    await forward(2000);
    expect(lines.last?.lastEventId).toBe('id-1');
    lines.last?.say(event('resync', 'id-7', {}));
    await forward(0);
    expect([begun, gaps]).toEqual([1, 1]);
  });

  it('says at the start that something may be missing where it could not be opened at once', async () => {
    let gaps = 0;
    live.on('resync', () => {
      gaps += 1;
    });
    lines.status = 503;
    await begin();
    lines.status = 200;
    await forward(2000);
    lines.last?.say(event('resync', 'id-1', {}));
    await forward(0);
    expect(gaps).toBe(1);
  });

  it('leaves more and more time to a server that refuses, and as much as it asks for', async () => {
    lines.status = 503;
    await begin();
    const tries = async (ms: number) => {
      await forward(ms);
      return lines.opened.length;
    };
    expect(await tries(1000)).toBe(2);
    expect(await tries(2000)).toBe(3);
    lines.retryAfter = '20';
    expect(await tries(4000)).toBe(4);
    expect(await tries(29_000)).toBe(4);
    expect(await tries(1000)).toBe(5);
  });

  it('tries at once when the line or the person is back', async () => {
    lines.status = 503;
    await begin();
    await forward(100);
    lines.status = 200;
    live.wake();
    await forward(0);
    expect(lines.opened).toHaveLength(2);
    live.wake();
    live.show(true);
    await forward(0);
    expect(lines.opened).toHaveLength(2);
  });

  it('takes a silent line for a dead one', async () => {
    await begin();
    for (let n = 0; n < 6; n += 1) {
      await forward(10_000);
      lines.last?.say(':\n\n');
      await forward(0);
    }
    expect(lines.opened).toHaveLength(1);
    await forward(25_000 + 500);
    expect(lines.opened).toHaveLength(2);
  });

  it('lets go of its line half a minute after nobody looks any more, and takes it up again', async () => {
    await begin();
    lines.last?.say(event('activity', 'id-9', { unreadCount: 1 }));
    await forward(0);
    live.show(false);
    await forward(20_000);
    live.show(true);
    lines.last?.say(':\n\n');
    await forward(20_000);
    expect(lines.opened).toHaveLength(1);
    live.show(false);
    await forward(100_000);
    expect(lines.opened).toHaveLength(1);
    live.show(true);
    await forward(0);
    expect([lines.opened.length, lines.last?.lastEventId]).toEqual([2, 'id-9']);
  });

  it('begins anew with the next person, and tells them nothing of the one before', async () => {
    await begin();
    const first = lines.last;
    first?.say(event('activity', 'id-1', { unreadCount: 1 }));
    await forward(0);
    live.follow('dan');
    await forward(0);
    expect([lines.opened.length, lines.last?.lastEventId]).toEqual([2, null]);
    expect(counts).toEqual([1]);
  });

  it('goes on after a listener that failed, and stops telling who has left', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    live.on('activity', () => {
      throw new Error('broken');
    });
    const leave = live.on('activity', ({ unreadCount }) => counts.push(-unreadCount));
    await begin();
    lines.last?.say(event('activity', 'a', { unreadCount: 1 }));
    await forward(0);
    leave();
    lines.last?.say(event('activity', 'b', { unreadCount: 2 }));
    await forward(0);
    expect(counts).toEqual([1, -1, 2]);
    expect(reported).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });
});

it('waits longer with each failure, about ten seconds at most, and never the same for all', () => {
  expect([0, 1, 2, 3].map((failures) => pauseAfter(failures, 0.5))).toEqual([500, 1000, 2000, 4000]);
  expect(pauseAfter(30, 0.5)).toBe(10_000);
  expect([pauseAfter(1, 0), pauseAfter(1, 0.999)]).toEqual([500, 1499]);
});

it('waits at least as long as the server asks', () => {
  expect(pauseAfter(0, 0.5, 5)).toBe(7500);
  expect(pauseAfter(0, 0, 5)).toBe(5000);
});
