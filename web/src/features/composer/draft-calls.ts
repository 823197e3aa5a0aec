import { limits } from '@duet/contract/limits';
import type { Post, PostType } from '@duet/contract/posts/shapes';
import { call } from '../../api/client.ts';
import { isMobile } from '../../device/mobile.ts';
import type { PublishSteps } from './publish.ts';
import { waitInFeed } from './wait-in-feed.ts';

interface SharedFields {
  readonly adminOnlyVisibility: boolean;
}

export interface RichTextFields extends SharedFields {
  readonly title: string;
  readonly content: string;
}

export interface GalleryFields extends SharedFields {
  readonly caption: string;
  readonly mediaUrls: { readonly url: string; readonly alt: string }[];
}

export interface VideoFields extends SharedFields {
  readonly caption: string;
}

type Fields = RichTextFields | GalleryFields | VideoFields;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Making a draft may take long on a phone's line (product.md §7). */
const draftTimeoutMs = () => (isMobile() ? limits.request.mobileUploadTimeoutMs : limits.request.timeoutMs);

export async function createDraft(postType: PostType): Promise<string | undefined> {
  const answer = await call('posts.draft', { body: { postType }, timeoutMs: draftTimeoutMs() });
  return answer.data?.postId;
}

export async function deleteDraft(id: string): Promise<void> {
  await call('posts.delete', { params: { id } });
}

async function firstPage(limit: number): Promise<readonly string[]> {
  const { data } = await call('posts.feed', { query: { page: 1, limit, sort: 'created_at', order: 'desc' } });
  return data.posts.map((post) => post._id);
}

/** Publishing by the calls of every type of post; a video's own publish call is handed in. */
export const stepsFor = (
  postType: PostType,
  publish?: PublishSteps<Fields>['publish'],
): PublishSteps<Fields> => ({
  createDraft,
  deleteDraft,
  publish:
    publish ??
    (async (id, fields) => {
      await call('posts.publish', { params: { id }, body: { ...fields, postType } });
    }),
  waitInFeed: (postId) => waitInFeed(postId, { firstPage, now: Date.now, sleep }),
});

interface UpdateOptions {
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean;
}

/** Writes what is there into a draft or post and answers it as stored, its pictures with fresh addresses. */
export async function updatePost(
  id: string,
  body: Partial<RichTextFields & GalleryFields> & { readonly postType?: PostType },
  options: UpdateOptions = {},
): Promise<Post> {
  const { data } = await call('posts.update', { params: { id }, body, ...options });
  return data.post;
}
