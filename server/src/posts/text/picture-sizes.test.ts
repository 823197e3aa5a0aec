import { expect, it } from 'vitest';
import { withPictureSizes } from './picture-sizes.ts';

const sizes = new Map([
  ['photos/a.jpg', { width: 800, height: 600 }],
  ['photos/flat.jpg', { width: 800, height: 0 }],
  ['photos/thin.jpg', { width: 0, height: 600 }],
]);
const sized = (attributes: string, path = 'photos/a.jpg') =>
  withPictureSizes(`<p>x</p><img src="/media/${path}" alt="&quot;us&quot;"${attributes}>`, sizes).slice(8);
const image = (attributes: string, path = 'photos/a.jpg') =>
  `<img src="/media/${path}" alt="&quot;us&quot;"${attributes}>`;

it('gives pictures their own size', () => {
  expect(sized('')).toBe(image(' width="800" height="600"'));
});

it('keeps what the author chose, in the ratio of the picture', () => {
  expect(sized(' width="400"')).toBe(image(' width="400" height="300"'));
  expect(sized(' height="300"')).toBe(image(' width="400" height="300"'));
  expect(sized(' width="10" height="10"')).toBe(image(' width="10" height="10"'));
});

it('leaves pictures alone that it does not know', () => {
  for (const path of ['photos/b.jpg', 'photos/flat.jpg', 'photos/thin.jpg']) {
    expect(sized('', path)).toBe(image('', path));
  }
});

it('reads a picture whatever the order of its attributes', () => {
  const html = '<img height="300" alt="&quot;us&quot;" src="/media/photos/a.jpg">';
  expect(withPictureSizes(html, sizes)).toBe(image(' width="400" height="300"'));
});
