import { expect, it } from 'vitest';
import { cutContent } from './guest-text.ts';
import { RecentCuts } from './recent-cuts.ts';

const recent = new RecentCuts();
const content = (number: number) => `<p>${number} ${'x'.repeat(100_000)}</p>`;

it('answers what a fresh cut would, the same object while it is kept', () => {
  const first = recent.cut(content(0));
  expect(first).toEqual(cutContent(content(0)));
  expect(recent.cut(content(0))).toBe(first);
});

it('forgets what was not asked for the longest', () => {
  const [kept, forgotten] = [recent.cut(content(1)), recent.cut(content(2))];
  for (let number = 10; number < 110; number++) {
    recent.cut(content(number));
    expect(recent.cut(content(1))).toBe(kept);
  }
  expect(recent.cut(content(2))).not.toBe(forgotten);
  expect(recent.cut(content(2))).toEqual(forgotten);
});
