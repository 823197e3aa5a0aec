import { en as rules } from '@duet/contract/texts/first/en';
import { comments } from '../en/comments.ts';
import { posts } from '../en/posts.ts';
import { session } from '../en/session.ts';
import { actions, network, shell, time } from '../en/shell.ts';

/**
 * The texts in English that the feed, a post and signing in show, and whatever opens over them. They come with the app. `rules` are
 * sentences that the server says as well.
 */
export const en = {
  actions,
  comments,
  network,
  posts,
  rules,
  session,
  shell,
  time,
} as const;
