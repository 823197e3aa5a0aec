import type { updateBody } from '@duet/contract/posts/shapes';
import type { z } from 'zod';
import { finalizeUploads } from '../media/attach.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { changedMeanwhile, type IfMatch, isMatch } from '../platform/http/entity-tag.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { attachFields, isUnchanged, type PostFields, readFields } from './fields.ts';
import { postTag } from './post-tag.ts';
import { isFirstOpening, publicSinceAfter } from './public-since.ts';
import { notifyOfPost, publishDraft, requireCompletePost } from './publish.ts';
import { type PostVersion, requireVisiblePost, showPostVersion } from './show.ts';
import { findPostFiles, type PostFile, type PostWithAuthor, updatePost } from './store.ts';

type UpdateBody = z.output<typeof updateBody>;

/**
 * Changes the fields that were sent, of a post or a draft. `published: true` publishes a draft by the rules of
 * publishing; a published post stays what it may be published as, and never becomes a draft (WRONG_STATE).
 *
 * Throws CHANGED_MEANWHILE where the condition does not hold, with the post of now. What is as it is sent already is
 * answered as saved all the same: the answer to the first try may have been lost (RFC 9110, 13.1.1).
 */
export function changePost(
  context: Context,
  viewer: Viewer,
  id: string,
  body: UpdateBody,
  ifMatch: IfMatch = null,
): Promise<PostVersion> {
  const fields = readFields(context, body);
  return context.db.write(async (tx) => {
    const post = await requireVisiblePost(tx, id, viewer);
    const files = await findPostFiles(tx, [id]);
    if (!isMatch(ifMatch, postTag(context, post, files))) {
      const { entityTag, ...data } = await showPostVersion(context, tx, id, viewer);
      if (isDone(body, fields, post, files)) return { ...data, entityTag };
      throw changedMeanwhile(data, entityTag);
    }
    refuseWrongChange(post, body);
    if (post.published === 0 && body.published === true) {
      await publishDraft(context, tx, id, fields);
    } else {
      const change = await attachFields(context, tx, id, fields, files);
      const now = context.clock.now();
      const public_since = publicSinceAfter(post, change.admin_only, now);
      await updatePost(tx, id, { ...change, public_since, updated_at: now });
      if (post.published === 1) {
        await requireCompletePost(tx, id);
        await finalizeUploads(context, tx, id);
        if (isFirstOpening(post, change.admin_only))
          await notifyOfPost(context, tx, id, { adminsKnow: true });
      }
    }
    return showPostVersion(context, tx, id, viewer);
  });
}

/** Whether the post is what the call would make of it. */
function isDone(
  { published }: UpdateBody,
  fields: PostFields,
  post: PostWithAuthor,
  files: readonly PostFile[],
): boolean {
  const publishedNow = post.published === 1;
  return (published ?? publishedNow) === publishedNow && isUnchanged(fields, post, files);
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
