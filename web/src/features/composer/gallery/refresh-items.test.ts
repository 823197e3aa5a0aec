import { expect, it } from 'vitest';
import type { GalleryItem } from './gallery-item.ts';
import { itemOf, refreshed } from './refresh-items.ts';

const media = (name: string, signature: string) => ({
  url: `/media/photos/${name}.jpg?e=${signature}`,
  thumbnailUrl: `/media/photos/${name}_thumb.jpg?e=${signature}`,
  alt: 'the alt of the server',
  width: 4,
  height: 3,
  placeholder: '',
});

it('gives kept items fresh addresses and keeps their order, words and what is not uploaded', () => {
  const old = { ...itemOf(media('a', 'old')), key: '1', alt: 'typed here', originalName: 'us.jpg' };
  const waiting: GalleryItem = { ...old, key: '2', serverUrl: null, status: 'error', previewUrl: 'blob:x' };
  const items = refreshed([waiting, old], [media('a', 'new')]);
  expect(items).toEqual([
    waiting,
    {
      ...old,
      serverUrl: '/media/photos/a.jpg?e=new',
      previewUrl: '/media/photos/a_thumb.jpg?e=new',
    },
  ]);
});

it('adds at the end what another device has put into the draft', () => {
  const items = refreshed([itemOf(media('a', '1'))], [media('b', '2'), media('a', '2')]);
  expect(items.map(({ serverUrl }) => serverUrl)).toEqual([
    '/media/photos/a.jpg?e=2',
    '/media/photos/b.jpg?e=2',
  ]);
  expect(items[1]?.alt).toBe('the alt of the server');
});

it('does not bring back what was removed while the server was asked', () => {
  const [a, b] = [itemOf(media('a', '1')), itemOf(media('b', '1'))];
  const items = refreshed([b], [media('a', '2'), media('b', '2')], [a, b]);
  expect(items.map(({ serverUrl }) => serverUrl)).toEqual(['/media/photos/b.jpg?e=2']);
});
