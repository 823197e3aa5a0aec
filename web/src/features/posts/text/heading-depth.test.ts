import { expect, test } from 'vitest';
import { headingDepths, headingTag } from './heading-depth.ts';

test.each([
  [[], []],
  [
    [2, 3, 2],
    [1, 2, 1],
  ],
  // Begun in the middle, with levels left out.
  [
    [4, 2, 4, 3, 1],
    [1, 1, 2, 2, 1],
  ],
  [
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ],
])('headings of the levels %j stand %j deep', (levels, depths) => {
  expect(headingDepths(levels)).toEqual(depths);
});

test('a heading in a text is below the post’s own', () => {
  expect([1, 2, 4, 9].map(headingTag)).toEqual(['h3', 'h4', 'h6', 'h6']);
});
