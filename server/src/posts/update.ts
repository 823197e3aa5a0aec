import type { Post, updateBody } from '@duet/contract/posts/shapes';
import type { z } from 'zod';
import { settleUploads } from '../media/attach.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { attachFields, readFields } from './fields.ts';
import { publishDraft, requireCompletePost } from './publish.ts';
import { requireVisiblePost, showPost } from './show.ts';
import { findPostFiles, type PostWithAuthor, updatePost } from './store.ts';

type UpdateBody = z.output<typeof updateBody>;

/**
 * Changes the fields that were sent, of a post or a draft. `published: true` publishes a draft by the rules of
 * publishing; a published post stays what it may be published as, and never becomes a draft (WRONG_STATE).
 */
export function changePost(context: Context, viewer: Viewer, id: string, body: UpdateBody): Promise<Post> {
  const fields = readFields(context, body);
  return context.db.write(async (tx) => {
    const post = await requireVisiblePost(tx, id, viewer);
    refuseWrongChange(post, body);
    if (post.published === 0 && body.published === true) {
      await publishDraft(context, tx, id, fields);
    } else {
      const change = await attachFields(context, tx, id, fields, await findPostFiles(tx, [id]));
      await updatePost(tx, id, { ...change, updated_at: context.clock.now() });
      if (post.published === 1) {
        await requireCompletePost(tx, id);
        await settleUploads(tx, id);
      }
    }
    return showPost(context, tx, id, viewer);
  });
}

function refuseWrongChange(post: PostWithAuthor, body: UpdateBody): void {
  if (post.published === 1 && body.published === false) {
    throw new Failure('WRONG_STATE', { log: 'a published post never goes back to draft' });
  }
  // The description of a video is its caption; in edit mode it must not be empty (product.md §5).
  const type = body.postType ?? post.post_type;
  if (type === 'video' && post.published === 1 && body.caption === '') {
    throw new Failure('CONTENT_REQUIRED', { fields: { caption: 'fieldRequired' } });
  }
}
