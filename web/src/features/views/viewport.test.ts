import { expect, it } from 'vitest';
import { isInViewport } from './viewport.ts';

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
