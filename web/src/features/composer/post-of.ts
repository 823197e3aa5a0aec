import type { Post } from '@duet/contract/posts/shapes';

/** `data.post`, or `post` as some servers answer (product.md §7). */
export function postOf(answer: unknown): Post | undefined {
  const { data, post } = (answer ?? {}) as { data?: { post?: Post }; post?: Post };
  return data?.post ?? post;
}
