import { expect, it } from 'vitest';
import { feedPlace } from './feed-place.ts';

it('keeps page and scroll place per viewer, and begins each page at its top [FEED-14]', () => {
  feedPlace.keepScroll(900);
  feedPlace.goTo('ann', 2);
  expect(feedPlace.scroll()).toBe(0);
  feedPlace.keepScroll(300);
  expect(feedPlace.pageOf('ann')).toBe(2);
  expect(feedPlace.pageOf('bo')).toBe(1);
  expect(feedPlace.scroll()).toBe(300);
});
