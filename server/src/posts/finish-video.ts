import type { Post } from '@duet/contract/posts/shapes';
import type { finalizeBody, finalizeWithPostBody } from '@duet/contract/uploads/shapes';
import type { z } from 'zod';
import { setRefs } from '../media/attach.ts';
import type { Context } from '../platform/context.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import { changedMeanwhile, type IfMatch, isMatch } from '../platform/http/entity-tag.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { type FinishedVideo, finishUpload } from '../uploads/finish.ts';
import { insertDraft } from './draft.ts';
import { isUnchanged, readFields } from './fields.ts';
import { publishDraft } from './publish.ts';
import { type PostVersion, requireVisiblePost, showPost, showPostVersion } from './show.ts';
import { findPostFiles, updatePost } from './store.ts';

interface WithVideo {
  readonly post: Post;
  /** Of the bytes as they were uploaded. */
  readonly sha256: string;
}

const wrongState = (log: string) => new Failure('WRONG_STATE', { log });

async function requireVideoPost(reads: Reads, id: string, viewer: Viewer) {
  const post = await requireVisiblePost(reads, id, viewer);
  if (post.post_type !== 'video') throw wrongState(`${id} is no video post`);
  return post;
}

/** The video becomes the post's, with its own poster or none: the one before belonged to another video. */
async function attachVideo(
  context: Context,
  tx: Writes,
  postId: string,
  video: FinishedVideo,
): Promise<void> {
  const owner = { type: 'post', id: postId } as const;
  const poster = video.posterId === null ? [] : [{ mediaId: video.posterId }];
  await setRefs(context, tx, owner, 'video', [{ mediaId: video.mediaId }]);
  await setRefs(context, tx, owner, 'poster', poster);
}

/**
 * Puts an upload on a post or draft, in place of the video that it had. Throws CHANGED_MEANWHILE where the condition does
 * not hold; the upload stays, to be finished with another one.
 */
export async function finalizeVideo(
  context: Context,
  viewer: Viewer,
  { sessionId, postId, thumbnailBlob }: z.output<typeof finalizeBody>,
  ifMatch: IfMatch = null,
): Promise<WithVideo & PostVersion> {
  const requireVersion = async (reads: Reads) => {
    await requireVideoPost(reads, postId, viewer);
    if (ifMatch === null) return;
    const { entityTag, ...data } = await showPostVersion(context, reads, postId, viewer);
    if (!isMatch(ifMatch, entityTag)) throw changedMeanwhile(data, entityTag);
  };
  const ended = await finishUpload(context, {
    userId: viewer.id,
    sessionId,
    thumbnailBlob,
    check: () => requireVersion(context.db.read),
    use: async (tx, video) => {
      await requireVersion(tx);
      await attachVideo(context, tx, postId, video);
      await updatePost(tx, postId, { updated_at: context.clock.now() });
      return postId;
    },
  });
  if (ended.postId !== postId) throw wrongState(`${sessionId} was put on ${ended.postId}`);
  return { ...(await showPostVersion(context, context.db.read, postId, viewer)), sha256: ended.sha256 };
}

/**
 * Publishes a draft, or a post that is made for it, with an upload as its video. The same content again answers the same
 * post; other words for what is published already are WRONG_STATE, as with `publishPost`, so that none are lost unseen.
 */
export async function finalizeWithPost(
  context: Context,
  viewer: Viewer,
  { sessionId, draftId, thumbnailBlob, ...body }: z.output<typeof finalizeWithPostBody>,
): Promise<WithVideo> {
  const fields = readFields(context, body);
  const requireDraft = async (reads: Reads) => {
    if (!draftId) return;
    const { published } = await requireVideoPost(reads, draftId, viewer);
    if (published === 1) throw wrongState(`${draftId} is published already`);
  };
  const ended = await finishUpload(context, {
    userId: viewer.id,
    sessionId,
    thumbnailBlob,
    check: () => requireDraft(context.db.read),
    use: async (tx, video) => {
      await requireDraft(tx);
      const id = draftId || (await insertDraft(context, tx, viewer.id, 'video'));
      await attachVideo(context, tx, id, video);
      await publishDraft(context, tx, id, fields);
      return id;
    },
  });
  if (draftId && ended.postId !== draftId) throw wrongState(`${sessionId} was put on ${ended.postId}`);
  const post = await requireVisiblePost(context.db.read, ended.postId, viewer);
  // `finalize` has ended it on a draft, which nothing has published.
  if (post.published !== 1) throw wrongState(`${sessionId} was put on ${ended.postId} without publishing it`);
  if (!ended.own && !isUnchanged(fields, post, await findPostFiles(context.db.read, [post.id]))) {
    throw wrongState(`${ended.postId} is published already`);
  }
  return { post: await showPost(context, context.db.read, ended.postId, viewer), sha256: ended.sha256 };
}
