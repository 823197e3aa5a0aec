import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import { uploadsEndpoints, videoEndpoints } from '@duet/contract/uploads/endpoints';
import type { Person } from './duet.ts';

const folder = join(import.meta.dirname, '../../server/test/videos');

/** A real, short video of 160 × 120 px, or what else stands in that folder. */
export const videoFile = (name: string): Buffer => readFileSync(join(folder, name));

/** A playable MP4 of exactly so many bytes: what follows its end is a box that players pass over. */
export function videoOf(bytes: number): Buffer {
  const video = videoFile('index-first.mp4');
  const free = Buffer.alloc(bytes - video.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([video, free]);
}

/** A published video of an admin. */
export async function publishVideo(admin: Person, caption: string): Promise<Post> {
  const bytes = new Uint8Array(videoFile('index-first.mp4'));
  const draft = await admin.api.call(postsEndpoints['posts.draft'], { body: { postType: 'video' } });
  const { sessionId } = await admin.api.call(uploadsEndpoints['uploads.init'], {
    body: { fileName: 'us.mp4', fileSize: bytes.length, fileType: 'video/mp4' },
  });
  const query = { sessionId, chunkIndex: '0' };
  await admin.api.call(uploadsEndpoints['uploads.chunk'], { query }, { bytes });
  const { data } = await admin.api.call(videoEndpoints['uploads.finalizeWithPost'], {
    body: { sessionId, caption, draftId: draft.data.postId },
  });
  return data.post;
}
