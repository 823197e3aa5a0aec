import { expect, it, vi } from 'vitest';
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
