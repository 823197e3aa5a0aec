import { expect, it } from 'vitest';
import { cutContent } from './guest-text.ts';
import { recentCut } from './recent-cuts.ts';

const content = (number: number) => `<p>${number} ${'x'.repeat(100_000)}</p>`;

it('answers what a fresh cut would, the same object while it is kept', () => {
  const first = recentCut(content(0));
  expect(first).toEqual(cutContent(content(0)));
  expect(recentCut(content(0))).toBe(first);
});

it('forgets what was not asked for the longest', () => {
  const [kept, forgotten] = [recentCut(content(1)), recentCut(content(2))];
  for (let number = 10; number < 110; number++) {
    recentCut(content(number));
    expect(recentCut(content(1))).toBe(kept);
  }
  expect(recentCut(content(2))).not.toBe(forgotten);
  expect(recentCut(content(2))).toEqual(forgotten);
});
