import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type QueuedView, type ViewState, withoutOld } from './view-state.ts';
import { type TrackerDependencies, ViewTracker } from './view-tracker.ts';

const hour = 60 * 60 * 1000;
const ana = { id: 'a', username: 'ana', isAdmin: false };
const admin = { id: 'x', username: 'admin', isAdmin: true };

let viewer: ReturnType<TrackerDependencies['viewer']>;
let sent: { ids: string[]; leaving: boolean }[];
let answers: (() => Promise<void>)[];
let kept: unknown;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  viewer = null;
  sent = [];
  answers = [];
  kept = null;
});
afterEach(() => vi.useRealTimers());

const begin = () =>
  new ViewTracker({
    now: Date.now,
    viewer: () => viewer,
    send: (views: readonly QueuedView[], leaving) => {
      sent.push({ ids: views.map(({ postId }) => postId), leaving });
      return answers.shift()?.() ?? Promise.resolve();
    },
    kept: {
      get: () => kept,
      set: (state: ViewState) => {
        kept = JSON.parse(JSON.stringify(state));
      },
    },
  });
const batches = () => sent.map(({ ids }) => ids);
const ids = (count: number, letter = 'p') => Array.from({ length: count }, (_, n) => `${letter}${n}`);

describe('batches', () => {
  it.each([
    ['feed', 8000, 20],
    ['general', 2000, 10],
  ] as const)(
    'of the %s tracker go after %i ms or with %i posts [VIEW-04] [VIEW-07] [VIEW-08] [VIEW-09] [VIEW-10]',
    (source, delayMs, most) => {
      const tracker = begin();
      for (const id of ids(3)) tracker.track(id, 'gallery', source);
      vi.advanceTimersByTime(delayMs - 1);
      expect(sent).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(batches()).toEqual([ids(3)]);
      for (const id of ids(most + 2, 'q')) tracker.track(id, 'gallery', source);
      expect(batches()).toEqual([ids(3), ids(most, 'q')]);
      vi.advanceTimersByTime(delayMs);
      expect(batches()[2]).toEqual([`q${most}`, `q${most + 1}`]);
    },
  );

  it('of the two trackers are apart', () => {
    const tracker = begin();
    tracker.track('f', 'gallery', 'feed');
    tracker.track('g', 'gallery', 'general');
    vi.advanceTimersByTime(2000);
    expect(batches()).toEqual([['g']]);
    vi.advanceTimersByTime(6000);
    expect(batches()).toEqual([['g'], ['f']]);
  });

  it('that fail are sent again, and nothing is lost meanwhile', async () => {
    const tracker = begin();
    answers = [() => Promise.reject(new Error('offline'))];
    tracker.track('p', 'video', 'general');
    await vi.advanceTimersByTimeAsync(2000);
    expect(tracker.debug()).toMatchObject({ queueSize: 1, isProcessing: false });
    tracker.track('q', 'video', 'general');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(batches()).toEqual([['p'], ['p', 'q']]);
  });
});

describe('a post', () => {
  it('is sent once in 8 hours, and again afterwards [VIEW-02] [VIEW-03]', () => {
    const tracker = begin();
    const see = () => {
      tracker.track('p', 'richText', 'feed');
      vi.advanceTimersByTime(8000);
    };
    see();
    see();
    vi.advanceTimersByTime(8 * hour - 16_001);
    see();
    expect(batches()).toEqual([['p']]);
    vi.advanceTimersByTime(8 * hour);
    see();
    expect(batches()).toEqual([['p'], ['p']]);
  });

  it('is forgotten when the cache is cleaned [VIEW-11]', () => {
    const tracker = begin();
    tracker.track('p', 'richText', 'feed');
    vi.advanceTimersByTime(4 * hour);
    tracker.track('q', 'richText', 'feed');
    vi.advanceTimersByTime(4 * hour);
    expect(tracker.debug().cacheSize).toBe(2);
    tracker.forgetOld();
    expect(tracker.debug()).toMatchObject({ cacheSize: 1, recentViews: [{ postId: 'q' }] });
  });

  it('that was seen is not seen again after a reload', () => {
    begin().track('p', 'richText', 'feed');
    const next = begin();
    next.track('p', 'richText', 'feed');
    expect(next.debug()).toMatchObject({ queueSize: 1, cacheSize: 1 });
    vi.advanceTimersByTime(8000);
    expect(batches()).toContainEqual(['p']);
  });

  it('is seen anew by another person, not by who has just signed in', () => {
    const tracker = begin();
    tracker.track('p', 'richText', 'general');
    viewer = ana;
    tracker.viewerChanged();
    tracker.track('p', 'richText', 'general');
    expect(tracker.debug().queueSize).toBe(1);
    vi.advanceTimersByTime(2000);
    viewer = { ...ana, id: 'b' };
    tracker.viewerChanged();
    tracker.track('p', 'richText', 'general');
    expect(tracker.debug().queueSize).toBe(1);
  });
});

describe('a video that is played', () => {
  it('is sent at once, also out of the queue, and once [VIEW-05]', () => {
    const tracker = begin();
    tracker.trackNow('v', 'video');
    expect(batches()).toEqual([['v']]);
    tracker.track('w', 'video', 'feed');
    tracker.track('p', 'gallery', 'feed');
    tracker.trackNow('w', 'video');
    tracker.trackNow('w', 'video');
    expect(batches()).toEqual([['v'], ['w']]);
    vi.advanceTimersByTime(8000);
    expect(batches()).toEqual([['v'], ['w'], ['p']]);
  });
});

describe('an admin', () => {
  it('is not tracked [VIEW-06]', () => {
    viewer = admin;
    const tracker = begin();
    tracker.track('p', 'gallery', 'feed');
    tracker.trackNow('v', 'video');
    tracker.leave();
    vi.advanceTimersByTime(hour);
    expect(sent).toEqual([]);
    expect(tracker.debug()).toEqual({
      queueSize: 0,
      isProcessing: false,
      cacheSize: 0,
      queuedPosts: [],
      recentViews: [],
      isAdminUser: true,
      currentUser: 'admin',
    });
  });

  it('finds what was queued before they signed in, also after a reload, and sends it by hand [DASH-22..29]', async () => {
    const before = begin();
    for (const id of ids(4)) before.track(id, 'gallery', 'feed');
    viewer = admin;
    before.viewerChanged();
    before.leave();
    const tracker = begin();
    tracker.viewerChanged();
    vi.advanceTimersByTime(hour);
    expect(sent).toEqual([]);
    const debug = tracker.debug();
    expect(debug).toMatchObject({ queueSize: 4, cacheSize: 4, isAdminUser: true, currentUser: 'admin' });
    expect(debug.queuedPosts.map(({ postId }) => postId)).toEqual(['p0', 'p1', 'p2']);
    expect(debug.recentViews.map(({ postId }) => postId)).toEqual(['p3', 'p2', 'p1']);
    const sending = Promise.withResolvers<void>();
    answers = [() => sending.promise];
    tracker.sendAll();
    expect(batches()).toEqual([ids(4)]);
    expect(tracker.debug()).toMatchObject({ queueSize: 0, isProcessing: true });
    sending.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(tracker.debug().isProcessing).toBe(false);
  });

  it('who signs out leaves the queue to be sent', () => {
    const tracker = begin();
    tracker.track('p', 'gallery', 'feed');
    viewer = admin;
    tracker.viewerChanged();
    vi.advanceTimersByTime(hour);
    viewer = null;
    tracker.viewerChanged();
    vi.advanceTimersByTime(8000);
    expect(batches()).toEqual([['p']]);
  });
});

it('sends all when the page goes away [VIEW-14]', () => {
  const tracker = begin();
  for (const id of ids(25)) tracker.track(id, 'gallery', 'feed');
  tracker.track('g', 'gallery', 'general');
  tracker.leave();
  expect(sent.map(({ ids: { length }, leaving }) => [length, leaving])).toEqual([
    [20, false],
    [6, true],
  ]);
  expect(tracker.debug().queueSize).toBe(0);
});

it('takes up nothing that somebody has tampered with', () => {
  kept = { owner: 7, seen: ['x', ['p', 'now'], ['q', Date.now() - 1]], queue: [{ postId: 'p' }, null, 3] };
  expect(begin().debug()).toMatchObject({ queueSize: 0, cacheSize: 1 });
});

it('forgets times that lie ahead, as after a clock was set back', () => {
  const state = { owner: null, seen: [['p', 2000] as const], queue: [] };
  expect(withoutOld(state, 1000).seen).toEqual([]);
});
