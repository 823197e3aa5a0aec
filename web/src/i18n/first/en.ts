import { actions } from '../en/actions.ts';
import { comments } from '../en/comments.ts';
import { network } from '../en/network.ts';
import { posts } from '../en/posts.ts';
import { session } from '../en/session.ts';
import { shell } from '../en/shell.ts';
import { time } from '../en/time.ts';

/** The texts in English that the feed and a post show, and whatever opens over them. They come with the app. */
export const en = {
  actions,
  comments,
  network,
  posts,
  session,
  shell,
  time,
} as const;
