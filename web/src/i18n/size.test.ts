import { expect, it } from 'vitest';
import { sizeText } from './size.ts';

const KB = 1024;

it.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [KB, '1.0 KB'],
  [1536, '1.5 KB'],
  [KB * KB - 1, '1.0 MB'],
  [2.25 * KB ** 2, '2.3 MB'],
  [KB ** 3, '1.0 GB'],
  [5000 * KB ** 3, '5,000.0 GB'],
])('writes %i bytes as %s [MEDIA-25]', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text);
});

it("writes numbers by the language's rules", () => {
  expect(sizeText(1536, 'ro')).toBe('1,5 KB');
});
