import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isInViewport, observeViewport, startObserving } from './viewport.ts';

const entry = (height: number, shown: number, screen = 800) => ({
  intersectionRatio: shown / height,
  intersectionRect: { height: shown } as DOMRectReadOnly,
  rootBounds: { height: screen } as DOMRectReadOnly,
});

it.each([
  ['half of a small post', 600, 300, true],
  ['less than half of a small post', 600, 299, false],
  ['a part of a long post that fills half the screen', 8000, 400, true],
  ['less than half a screen of a long post', 8000, 390, false],
  ['nothing', 600, 0, false],
])('%s', (_name, height, shown, seen) => {
  expect(isInViewport(entry(height, shown))).toBe(seen);
});

describe('a post', () => {
  const element = {} as Element;
  let report: (entries: object[]) => void;
  let page: EventTarget & { visibilityState: string };
  let seen: () => void;
  let end: () => void;
  const show = (isIn: boolean) => report([{ target: element, ...entry(600, isIn ? 600 : 0) }]);
  const setVisible = (visible: boolean) => {
    page.visibilityState = visible ? 'visible' : 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
  };

  beforeEach(() => {
    vi.useFakeTimers();
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: typeof report) {
          report = callback;
        }
        observe() {}
        unobserve() {}
      },
    );
    startObserving();
    seen = vi.fn();
    end = observeViewport(element, seen);
  });
  afterEach(() => {
    end();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('counts after 1.5 s in the viewport, not a moment sooner [VIEW-01]', () => {
    show(true);
    vi.advanceTimersByTime(1499);
    expect(seen).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is scrolled away', () => show(false), () => show(true)],
    ['is in a tab that is hidden', () => setVisible(false), () => setVisible(true)],
  ])('begins its 1.5 s again where it %s meanwhile [VIEW-01]', (_, away, back) => {
    show(true);
    vi.advanceTimersByTime(1499);
    away();
    vi.advanceTimersByTime(10_000);
    back();
    vi.advanceTimersByTime(1499);
    expect(seen).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(seen).toHaveBeenCalledTimes(1);
  });
});
