import type { Post } from '@duet/contract/posts/shapes';
import type { Person } from './harness.ts';

/** Publishes a rich-text post, over the API. */
export async function publishPost(
  admin: Person,
  fields: {
    readonly title?: string;
    readonly content?: string;
    readonly adminOnlyVisibility?: boolean;
  } = {},
): Promise<Post> {
  const draft = await admin.call('posts.draft', { body: { postType: 'richText' } });
  const { status, body } = await admin.call('posts.publish', {
    params: { id: draft.body.data.postId },
    body: { content: '<p>Hello</p>', ...fields },
  });
  if (status !== 200) throw new Error(`not published: ${body.error}`);
  return body.data.post;
}
