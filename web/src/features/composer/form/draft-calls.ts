import { limits } from '@duet/contract/limits';
import type { Post, PostType } from '@duet/contract/posts/shapes';
import { call } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import { isMobile } from '../../../device/mobile.ts';
import { sleep } from '../../../device/wait.ts';
import { type PublishSteps, publishOutcome, waitUntilInFeed } from './publish.ts';

interface SharedFields {
  readonly adminOnlyVisibility: boolean;
}

interface RichTextFields extends SharedFields {
  readonly title: string;
  readonly content: string;
}

interface GalleryFields extends SharedFields {
  readonly caption: string;
  readonly mediaUrls: { readonly url: string; readonly alt: string }[];
}

interface VideoFields extends SharedFields {
  readonly caption: string;
}

export type Fields = RichTextFields | GalleryFields | VideoFields;

/** Making a draft may take long on a phone's line (product.md §7). */
const draftTimeoutMs = () => (isMobile() ? limits.request.mobileUploadTimeoutMs : limits.request.timeoutMs);

export async function createDraft(postType: PostType): Promise<string | undefined> {
  const answer = await call('posts.draft', { body: { postType }, timeoutMs: draftTimeoutMs() });
  return answer.data?.postId;
}

/** Deletes a draft; 409 where it has been published meanwhile (decisions §7). */
export async function deleteDraft(id: string): Promise<void> {
  await call('posts.delete', { params: { id }, query: { draft: true } });
}

/** What the server has under an id now. */
export async function findPostState(id: string): Promise<'draft' | 'published' | 'gone'> {
  try {
    return (await call('posts.detail', { params: { id } })).data.post.published ? 'published' : 'draft';
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return 'gone';
    throw error;
  }
}

/** Publishing what is published already changes nothing: the server compares, and refuses other content with 409. */
async function isSame(postType: PostType, id: string, fields: Fields): Promise<boolean> {
  try {
    await call('posts.publish', { params: { id }, body: { ...fields, postType } });
    return true;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 409) return false;
    throw error;
  }
}

async function firstPage(limit: number): Promise<readonly string[]> {
  const { data } = await call('posts.feed', { query: { page: 1, limit, sort: 'created_at', order: 'desc' } });
  return data.posts.map((post) => post._id);
}

/** Publishing by the calls of every type of post; a video's own publish call is handed in. */
export const publishCalls = (
  postType: PostType,
  publish?: PublishSteps<Fields>['publish'],
): PublishSteps<Fields> => ({
  createDraft,
  deleteDraft,
  findPostState,
  isSame: (id, fields) => isSame(postType, id, fields),
  publish:
    publish ??
    (async (id, fields) => {
      await call('posts.publish', { params: { id }, body: { ...fields, postType } });
    }),
  waitUntilInFeed: (postId) => waitUntilInFeed(postId, { firstPage, now: Date.now, sleep }),
});

/**
 * Publishes a draft that stays where that fails. After a lost answer the server is asked what became of it.
 *
 * @throws CallFailure
 */
export async function publishUnfinished(
  id: string,
  fields: GalleryFields & { readonly postType: 'gallery' },
): Promise<Post> {
  try {
    return (await call('posts.publish', { params: { id }, body: fields })).data.post;
  } catch (error) {
    if (!(error instanceof CallFailure) || (error.status >= 400 && error.status < 500)) throw error;
    if ((await publishOutcome(publishCalls('gallery'), id, fields)) !== 'published') throw error;
    return (await call('posts.detail', { params: { id } })).data.post;
  }
}

interface UpdateOptions {
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean;
}

/**
 * Writes what is there into a draft and answers it as stored, its pictures with fresh addresses. Says that it means a
 * draft: 409 where that has been published meanwhile, so that a form that was left open changes no published post.
 */
export async function updateDraft(
  id: string,
  fields: Partial<RichTextFields & GalleryFields>,
  options: UpdateOptions = {},
): Promise<Post> {
  const body = { ...fields, published: false };
  const { data } = await call('posts.update', { params: { id }, body, ...options });
  return data.post;
}
