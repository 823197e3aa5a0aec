import { expect, it } from 'vitest';
import { shortCount } from './short-count.ts';

it('writes counts short from ten thousand on, in the language', () => {
  expect(shortCount(0, 'en')).toBe('0');
  expect(shortCount(9999, 'en')).toBe('9,999');
  expect(shortCount(9999, 'ro')).toBe('9.999');
  expect(shortCount(12_345, 'en')).toBe('12.3K');
});
