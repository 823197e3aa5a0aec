import { en as rules } from '@duet/contract/texts/first/en';
import { actions } from '../en/actions.ts';
import { comments } from '../en/comments.ts';
import { network } from '../en/network.ts';
import { posts } from '../en/posts.ts';
import { session } from '../en/session.ts';
import { shell } from '../en/shell.ts';
import { time } from '../en/time.ts';

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
