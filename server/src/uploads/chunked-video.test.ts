import { expect, it, vi } from 'vitest';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { Failure } from '../platform/failure.ts';
import type { ChunkObjects } from '../platform/storage/s3/chunk-objects.ts';
import { ChunkedVideo } from './chunked-video.ts';

it('a local copy of a video is begun only where there is room for all of it', async () => {
  const read = vi.fn();
  const requireRoom = vi.fn().mockRejectedValue(new Failure('STORAGE_FULL'));
  const disposed = vi.fn();
  const rows = [0, 1].map((index) => ({
    upload_id: 'upload',
    chunk_index: index,
    object_key: `${index}`,
    size: 600 + index,
  }));
  {
    await using video = new ChunkedVideo({
      objects: { read } as unknown as ChunkObjects,
      rows,
      scratch: async () => ({ path: '/nowhere', requireRoom, [Symbol.asyncDispose]: async () => disposed() }),
    });
    await expect(video.file()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  }
  expect(requireRoom).toHaveBeenCalledWith(1201);
  expect(read).not.toHaveBeenCalled();
  expect(disposed).toHaveBeenCalledOnce();
});

it('a local copy that the disk has no room for in the end is a full disk, no unexpected error', async () => {
  using dir = temporaryDir();
  const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const objects = { read: () => Promise.reject(noSpace) } as unknown as ChunkObjects;
  const rows = [{ upload_id: 'upload', chunk_index: 0, object_key: '0', size: 600 }];
  const scratch = { path: dir.path, requireRoom: async () => {}, [Symbol.asyncDispose]: async () => {} };
  await using video = new ChunkedVideo({ objects, rows, scratch: async () => scratch });
  await expect(video.file()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
});
