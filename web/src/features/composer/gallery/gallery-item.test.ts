import { describe, expect, it } from 'vitest';
import { type GalleryItem, galleryFault, mediaUrlsOf, moved, readGallery } from './gallery-item.ts';

const item = (key: string, part: Partial<GalleryItem> = {}): GalleryItem => ({
  key,
  previewUrl: `/t/${key}`,
  serverUrl: `/m/${key}`,
  status: 'uploaded',
  uploadError: null,
  originalName: `${key}.jpg`,
  uploadProgress: 100,
  alt: '',
  ...part,
});
const three = [item('a'), item('b'), item('c')];
const keys = (items: readonly GalleryItem[]) => items.map(({ key }) => key).join('');

describe('a gallery being composed', () => {
  it('comes back from the device with all its fields [GAL-27, GAL-28, GAL-29, GAL-30, GAL-31, GAL-32, GAL-33]', () => {
    const items = [
      item('a'),
      item('b', { status: 'uploading', serverUrl: null, uploadProgress: 40 }),
      item('c', { status: 'error', serverUrl: null, uploadError: 'Upload failed', uploadProgress: 0 }),
    ];
    const kept = { items, caption: 'c', adminOnly: true, draftId: 'd' };
    expect(readGallery(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    expect(Object.keys(three[0] ?? {})).toEqual(
      expect.arrayContaining([
        'key',
        'previewUrl',
        'serverUrl',
        'status',
        'uploadError',
        'originalName',
        'uploadProgress',
      ]),
    );
  });

  it('survives an entry of any shape, without the addresses of a page that is gone', () => {
    const odd = { items: [null, 1, {}, { key: 'x', status: 'lost' }, item('b', { previewUrl: 'blob:x' })] };
    expect(readGallery(odd)).toEqual({
      items: [item('b', { previewUrl: '' })],
      caption: '',
      adminOnly: false,
      draftId: null,
    });
  });

  it.each([
    ['a', 1, 'bac'],
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['a', -1, 'abc'],
    ['c', 9, 'abc'],
    ['x', 0, 'abc'],
  ])('is put into another order: %s to %i', (key, to, order) => {
    expect(keys(moved(three, key, to))).toBe(order);
  });

  it.each([
    [[], 'none'],
    [[item('a', { status: 'uploading' }), item('b', { status: 'error' })], 'uploading'],
    [[item('a'), item('b', { status: 'error' })], 'failed'],
    [three, null],
  ] as const)('is published when it is complete [GAL-10, GAL-11, GAL-12]', (items, fault) => {
    expect(galleryFault(items)).toBe(fault);
  });

  it('is sent in its order with what each picture shows', () => {
    const items = [item('b', { alt: ' A boat ' }), item('n', { serverUrl: null })];
    expect(mediaUrlsOf(items)).toEqual([{ url: '/m/b', alt: 'A boat' }]);
  });
});
