import type { Post } from '@duet/contract/posts/shapes';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { retryConversion } from '../uploads/convert.ts';
import { requireVisiblePost, showPost } from './show.ts';
import { findPostFiles } from './store.ts';

/** Has a video converted again after that failed; WRONG_STATE where it did not. */
export async function retryVideo(context: Context, viewer: Viewer, id: string): Promise<Post> {
  await requireVisiblePost(context.db.read, id, viewer);
  const files = await findPostFiles(context.db.read, [id]);
  const video = files.find(({ role }) => role === 'video');
  if (!video) throw new Failure('WRONG_STATE', { log: `${id} has no video` });
  await retryConversion(context, video.media_id);
  return showPost(context, context.db.read, id, viewer);
}
