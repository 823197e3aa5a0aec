import { expect, it } from 'vitest';
import { fitWithin } from './fit-within.ts';

it.each([
  ['wide', 4000, 2000, 400, 200],
  ['high', 1000, 3000, 267, 800],
  ['small', 300, 200, 300, 200],
  ['unknown', 0, 0, 400, 300],
])('a picture that is %s is whole in the viewer, at most at its own size', (_, width, height, ...shown) => {
  const { width: across, height: down } = fitWithin({ width, height }, { width: 400, height: 800 });
  expect([across, down]).toEqual(shown);
});
