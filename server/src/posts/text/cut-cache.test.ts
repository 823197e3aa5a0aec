import { limits, MB } from '@duet/contract/limits';
import { expect, it } from 'vitest';
import { CutCache } from './cut-cache.ts';
import { cutContent } from './guest-text.ts';

const recent = new CutCache();
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

it('counts a content once, however often it is asked for', () => {
  const other = recent.cut(content(200));
  for (let time = 0; time < 200; time++) recent.cut(content(201));
  expect(recent.cut(content(200))).toBe(other);
});

it('counts a cut beside its content', () => {
  const short = (number: number) => String(number).padEnd(limits.guest.textCodePoints + 1, 'x');
  const forgotten = recent.cut(short(0));
  for (let number = 1; number < (8 * MB) / 2000; number++) recent.cut(short(number));
  expect(recent.cut(short(0))).not.toBe(forgotten);
});

it('keeps nothing of a content that is whole', () => {
  const whole = 'x'.repeat(limits.guest.textCodePoints);
  expect(recent.cut(whole)).not.toBe(recent.cut(whole));
});
