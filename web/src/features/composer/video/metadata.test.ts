import { expect, it } from 'vitest';
import { metadataFault } from './metadata.ts';

it.each([
  [12.5, 640, 360, null],
  [0, 640, 360, 'upload.videoNoDuration'],
  [Number.NaN, 640, 360, 'upload.videoNoDuration'],
  [Number.POSITIVE_INFINITY, 640, 360, 'upload.videoNoDuration'],
  [3, 0, 0, 'upload.videoNoDimensions'],
])('a video of %d s and %d × %d px: %s [VID-20, VID-21]', (duration, width, height, fault) => {
  expect(metadataFault({ duration, width, height })).toBe(fault);
});
