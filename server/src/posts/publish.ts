import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post, publishBody } from '@duet/contract/posts/shapes';
import type { z } from 'zod';
import { finalizeUploads } from '../media/attach.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { notify } from '../push/notify.ts';
import { requireComplete } from './complete.ts';
import { attachFields, isUnchanged, type PostFields, readFields } from './fields.ts';
import { requireVisiblePost, showPost } from './show.ts';
import { findPost, findPostFiles, updatePost } from './store.ts';

/**
 * Publishes a draft with what it holds and what is sent. The same call again answers the same post and dates
 * nothing anew; another call for a post that is out already is WRONG_STATE.
 */
export function publishPost(
  context: Context,
  viewer: Viewer,
  id: string,
  body: z.output<typeof publishBody>,
): Promise<Post> {
  const fields = readFields(context, body);
  return context.db.write(async (tx) => {
    const post = await requireVisiblePost(tx, id, viewer);
    if (post.published === 1) {
      if (!isUnchanged(fields, post, await findPostFiles(tx, [id]))) {
        throw new Failure('WRONG_STATE', { log: `${id} is published already` });
      }
    } else {
      await publishDraft(context, tx, id, fields);
    }
    return showPost(context, tx, id, viewer);
  });
}

/** The same inside a transaction that knows the draft to be one. Throws what an incomplete post is refused with. */
export async function publishDraft(
  context: Context,
  tx: Writes,
  id: string,
  fields: PostFields,
): Promise<void> {
  const change = await attachFields(context, tx, id, fields, await findPostFiles(tx, [id]));
  const now = context.clock.now();
  await updatePost(tx, id, { ...change, published: 1, published_at: now, updated_at: now });
  await requireCompletePost(tx, id);
  await finalizeUploads(context, tx, id);
  tx.afterCommit(() => context.realtime.publish({ type: 'post', id }));
  await notifyOfPost(context, tx, id);
}

/** Notifies those who want to know of new posts; `adminsKnow` where it was published for admins before. */
export async function notifyOfPost(
  context: Context,
  tx: Writes,
  id: string,
  { adminsKnow = false }: { readonly adminsKnow?: boolean } = {},
): Promise<void> {
  const post = await findPost(tx, id, null);
  if (!post) return;
  await notify(context, tx, {
    kind: 'post',
    by: { id: post.user_id, name: shownName({ username: post.username, displayName: post.display_name }) },
    postId: id,
    postType: post.post_type,
    title: post.title,
    adminOnly: post.admin_only === 1,
    adminsKnow,
  });
}

/** Refuses, and with it the transaction, where what was written left the post incomplete. */
export async function requireCompletePost(tx: Writes, id: string): Promise<void> {
  const post = await findPost(tx, id, null);
  if (post) requireComplete(post, await findPostFiles(tx, [id]));
}
