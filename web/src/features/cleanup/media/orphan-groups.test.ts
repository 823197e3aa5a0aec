import type { OrphanedFile } from '@duet/contract/cleanup/shapes';
import { expect, it } from 'vitest';
import { groupOrphans } from './orphan-groups.ts';

const fileOf = (filename: string, size: number, directory: OrphanedFile['directory'] = 'photos') =>
  ({ directory, filename, size, age: 2, url: `/media/${filename}`, reason: 'released' }) as const;

it('brings a file and its sizes together, in the order of the list', () => {
  const [thumb, whole, middle] = [
    fileOf('aa_thumb.jpg', 10),
    fileOf('aa.jpg', 900),
    fileOf('aa_thumb_640.webp', 50),
  ];
  const other = fileOf('bb.png', 5);
  expect(groupOrphans([thumb, other, whole, middle])).toEqual([
    { file: whole, sizes: [thumb, middle], size: 960, picture: thumb },
    { file: other, sizes: [], size: 5, picture: other },
  ]);
});

it('keeps files of the same name in other folders apart', () => {
  const files = [fileOf('aa.jpg', 1), fileOf('aa.jpg', 1, 'profile')];
  expect(groupOrphans(files).map(({ file }) => file.directory)).toEqual(['photos', 'profile']);
});

it('shows sizes whose file is still used, and no picture of a video or of what is large', () => {
  const size = fileOf('cc_thumb_640.webp', 40);
  expect(groupOrphans([size])).toEqual([{ file: size, sizes: [], size: 40, picture: size }]);
  expect(groupOrphans([fileOf('dd.mp4', 9, 'videos')])[0]?.picture).toBeNull();
  expect(groupOrphans([fileOf('ee.jpg', 2 * 1024 ** 2)])[0]?.picture).toBeNull();
  // The poster of a video is a picture of it.
  const poster = fileOf('dd_thumb.jpg', 9, 'videos');
  expect(groupOrphans([fileOf('dd.mp4', 99, 'videos'), poster])[0]?.picture).toBe(poster);
});
