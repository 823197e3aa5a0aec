import { limits } from '@duet/contract/limits';
import { cutText } from '@duet/contract/posts/text/cut';

export interface Shared {
  /** At most 150 characters. */
  readonly text: string;
  readonly url: string;
}

/** The address of a post on a site. */
export const postLink = (id: string, origin: string): string => `${origin}/post/${encodeURIComponent(id)}`;

/** What is handed on of a post: the beginning of its words and its address. */
export function sharedPost(id: string, words: string, origin: string): Shared {
  return { text: cutText(words, limits.preview.shareChars), url: postLink(id, origin) };
}
