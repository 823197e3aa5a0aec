import { audit } from '../accounts/audit.ts';
import { detachDraft, detachOwner } from '../media/attach.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { requireVisiblePost } from './show.ts';
import { deletePost, findPost } from './store.ts';
import { seesEverything } from './visibility.ts';

/** Some 5 ms of deletions. */
const manyRows = 1000;

/**
 * Deletes a post with its likes, comments and views, and the media that nothing else uses, or a draft. The owner
 * or an admin; FORBIDDEN for others who see it, POST_NOT_FOUND for those who do not. What an admin deletes is written
 * into the audit (security.md §3), except their own drafts. Who means a draft (`draftOnly`) gets WRONG_STATE for what has
 * been published meanwhile: nothing but a person's own word deletes a post (decisions §7).
 */
export async function removePost(
  context: Context,
  { viewer, address }: { readonly viewer: Viewer; readonly address: string },
  id: string,
  draftOnly: boolean,
): Promise<void> {
  const work = async (tx: Writes) => {
    const post = await requireVisiblePost(tx, id, viewer);
    const own = post.user_id === viewer.id;
    if (!own && !seesEverything(viewer)) {
      throw new Failure(viewer.lacksSecondStep ? 'SECOND_STEP_REQUIRED' : 'FORBIDDEN');
    }
    if (draftOnly && post.published === 1) {
      throw new Failure('WRONG_STATE', { log: `${id} was meant as a draft and is published` });
    }
    if (post.published === 1) await detachOwner(context, tx, { type: 'post', id });
    else await detachDraft(context, tx, id);
    await deletePost(tx, id);
    tx.afterCommit(() => context.realtime.publish({ type: 'activity' }));
    if (!seesEverything(viewer) || (own && post.published === 0)) return;
    const details = { owner: post.user_id, postType: post.post_type, published: post.published === 1 };
    await audit(context, tx, {
      actorId: viewer.id,
      action: 'post.delete',
      subjectId: id,
      details,
      address,
    });
  };
  await context.db.write(work, { long: await takesManyAlong(context, id) });
}

/** Whether more goes with a post than the event loop can wait for. */
async function takesManyAlong({ db }: Context, id: string): Promise<boolean> {
  const post = await findPost(db.read, id, null);
  return post !== undefined && post.like_count + post.view_count + post.comment_count > manyRows;
}
