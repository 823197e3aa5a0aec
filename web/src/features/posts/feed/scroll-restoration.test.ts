import { expect, it } from 'vitest';
import { feedPosition } from './scroll-restoration.ts';

it('keeps page and scroll place per viewer, and begins each page at its top [FEED-14]', () => {
  feedPosition.keepScroll(900);
  feedPosition.goTo('ann', 2);
  expect(feedPosition.scroll()).toBe(0);
  feedPosition.keepScroll(300);
  expect(feedPosition.pageOf('ann')).toBe(2);
  expect(feedPosition.pageOf('bo')).toBe(1);
  expect(feedPosition.scroll()).toBe(300);
});
