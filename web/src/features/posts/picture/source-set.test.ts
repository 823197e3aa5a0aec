import type { PostMedia } from '@duet/contract/posts/shapes';
import { expect, it } from 'vitest';
import { sizesOf, sourceSet } from './source-set.ts';

const source = (width: number) => ({ url: `/m/a_${width}.webp`, width, type: 'image/webp' as const });
const picture: PostMedia = {
  url: '/m/a.jpg',
  thumbnailUrl: '/m/a_thumb.jpg',
  alt: '',
  width: 4000,
  height: 3000,
  placeholder: '',
  sources: [source(320), source(640), source(1280)],
};
const at = (url: string) => `https://x${url}`;

it('offers every small size, and the whole picture in the viewer', () => {
  const small = 'https://x/m/a_320.webp 320w, https://x/m/a_640.webp 640w, https://x/m/a_1280.webp 1280w';
  expect(sourceSet(picture, 'small', at)).toBe(small);
  expect(sourceSet(picture, 'whole', at)).toBe(`${small}, https://x/m/a.jpg 4000w`);
  const narrow = { ...picture, width: 600, height: 1200, sources: [source(320), source(600)] };
  expect(sourceSet(narrow, 'whole', at)).not.toContain('a.jpg');
});

it('is absent where the server made no sizes', () => {
  const { sources: _, ...older } = picture;
  expect(sourceSet(older, 'small', at)).toBeUndefined();
  expect(sourceSet({ ...picture, sources: [] }, 'small', at)).toBeUndefined();
});

it('tells how wide the picture is laid out, with what its frame cuts off', () => {
  expect(sizesOf(picture, 'column')).toBe('(min-width: 768.02px) 600px, 100vw');
  expect(sizesOf({ ...picture, width: 3000 }, 'tile')).toBe('(min-width: 768.02px) 300px, 50vw');
  expect(sizesOf({ ...picture, width: 6000 }, 'tile')).toBe('(min-width: 768.02px) 600px, 100vw');
});
