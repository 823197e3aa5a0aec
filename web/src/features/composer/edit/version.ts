import type { Post } from '@duet/contract/posts/shapes';
import { type call, callVersioned } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import { retryOnce } from '../../../api/retry-once.ts';

/** What of a post can be edited, as it was at some moment. */
export interface Version<Fields> {
  /** The server's name for it (RFC 9110, 8.8.3); null where it gave none. */
  readonly tag: string | null;
  readonly fields: Fields;
}

/** A post and the version that it is of. */
export interface PostVersion {
  readonly post: Post;
  readonly tag: string | null;
}

/** The fields that a save sends: those that the person changed. */
export type PostChange = NonNullable<NonNullable<Parameters<typeof call<'posts.update'>>[1]>['body']>;

/** The post as it is now; null where the answer holds none. */
export async function readPost(id: string, signal?: AbortSignal): Promise<PostVersion | null> {
  const { answer, entityTag } = await callVersioned('posts.detail', { params: { id }, signal });
  const post = postOf(answer);
  return post ? { post, tag: entityTag } : null;
}

/** Changes a version of a post. Throws CHANGED_MEANWHILE where it is another one by now. */
export async function savePost(id: string, body: PostChange, tag: string | null): Promise<PostVersion> {
  const options = { params: { id }, body, ifMatch: tag };
  const { answer, entityTag } = await retryOnce(() => callVersioned('posts.update', options));
  return { post: answer.data.post, tag: entityTag };
}

/** A save or the step before it found that the post is another version by now. */
export class PostChanged extends Error {
  readonly present: PostVersion;

  constructor(present: PostVersion) {
    super('The post was changed meanwhile.');
    this.present = present;
  }
}

/** The present version, where that is why a call was refused. */
export function presentOf(error: unknown): PostVersion | null {
  if (error instanceof PostChanged) return error.present;
  if (!(error instanceof CallFailure) || error.code !== 'CHANGED_MEANWHILE') return null;
  const post = postOf(error.answer);
  return post ? { post, tag: error.entityTag } : null;
}

/** Whether a call was refused because the post is not there any more. */
export const isGone = (error: unknown): boolean => error instanceof CallFailure && error.status === 404;

/** `data.post`, or `post` as some servers answer (product.md §7). */
function postOf(answer: unknown): Post | undefined {
  const { data, post } = (answer ?? {}) as { data?: { post?: Post }; post?: Post };
  return data?.post ?? post;
}
