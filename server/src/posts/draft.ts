import type { Post, PostType } from '@duet/contract/posts/shapes';
import { htmlPolicyVersion } from '@duet/contract/posts/text/html-policy';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { showPost } from './show.ts';
import { insertPost } from './store.ts';

/** Makes an empty draft. */
export function createDraft(context: Context, viewer: Viewer, postType: PostType): Promise<Post> {
  return context.db.write(async (tx) =>
    showPost(context, tx, await insertDraft(context, tx, viewer.id, postType), viewer),
  );
}

/** The same inside a transaction; answers the draft's id. */
export async function insertDraft(
  { ids, clock }: Context,
  tx: Writes,
  userId: string,
  postType: PostType,
): Promise<string> {
  const id = ids.next();
  const now = clock.now();
  await insertPost(tx, {
    id,
    post_type: postType,
    user_id: userId,
    title: '',
    caption: '',
    content: '',
    content_format: 'html',
    content_policy: htmlPolicyVersion,
    admin_only: 0,
    published: 0,
    created_at: now,
    published_at: null,
    public_since: null,
    updated_at: now,
    like_count: 0,
    likes_extra: 0,
    view_count: 0,
    views_extra: 0,
    comment_count: 0,
  });
  return id;
}
