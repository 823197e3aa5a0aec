import type { EndpointName } from '@duet/contract/endpoints';
import { limits } from '@duet/contract/limits';
import type { Post, PostType } from '@duet/contract/posts/shapes';
import { call } from '../../api/client.ts';
import { isMobile } from '../../device/mobile.ts';
import type { PublishSteps } from './publish.ts';
import { waitInFeed } from './wait-in-feed.ts';

export interface RichTextFields {
  readonly title: string;
  readonly content: string;
  readonly adminOnlyVisibility: boolean;
}

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

export const richTextSteps: PublishSteps<RichTextFields> = {
  createDraft,
  deleteDraft,
  async publish(id, fields) {
    await call('posts.publish', { params: { id }, body: { ...fields, postType: 'richText' } });
  },
  waitInFeed: (postId) => waitInFeed(postId, { firstPage, now: Date.now, sleep }),
};

/** Writes what is there into a draft or post and answers it as stored, its pictures with fresh addresses. */
export async function updatePost(
  id: string,
  body: Partial<RichTextFields> & { readonly postType?: PostType; readonly published?: boolean },
): Promise<Post> {
  const { data } = await call('posts.update' satisfies EndpointName, { params: { id }, body });
  return data.post;
}
