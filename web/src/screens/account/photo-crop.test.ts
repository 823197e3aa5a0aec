import { expect, it } from 'vitest';
import { isSquare } from './photo-crop.ts';

it.each([
  [300, 300, true],
  [1000, 1009, true],
  [1000, 1020, false],
  [1, 2, false],
])('a picture of %i × %i px needs no cropping: %s', (width, height, square) => {
  expect(isSquare(width, height)).toBe(square);
});
