import { describe, expect, it } from 'vitest';
import { picturesOf, shownRatio } from '../picture/pictures.ts';
import { gridOf } from './grid.ts';

const pictures = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the gallery grid', () => {
  it.each([
    [1, 1, 0],
    [4, 4, 0],
    [5, 4, 0],
    [6, 4, 2],
    [8, 4, 4],
    [50, 4, 46],
  ])('of %i pictures has %i tiles and hides %i by name [FEED-30] [FEED-31]', (count, tiles, hidden) => {
    const grid = gridOf(pictures(count));
    expect(grid.tiles).toHaveLength(tiles);
    expect(grid.hidden).toBe(hidden);
  });
});

describe('pictures', () => {
  it('keep their ratio between 4:5 and 1.91:1', () => {
    expect(shownRatio({ width: 300, height: 200 })).toBe(1.5);
    expect(shownRatio({ width: 1000, height: 100 })).toBe(1.91);
    expect(shownRatio({ width: 100, height: 1000 })).toBe(0.8);
    expect(shownRatio({ width: 0, height: 0 })).toBe(1);
  });

  it('are found by their addresses alone as well', () => {
    const [picture] = picturesOf({ media: [], mediaUrls: ['/media/photos/a.jpg'] });
    expect(picture).toMatchObject({ url: '/media/photos/a.jpg', thumbnailUrl: '/media/photos/a_thumb.jpg' });
  });
});
