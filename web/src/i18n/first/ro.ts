import { ro as rules } from '@duet/contract/texts/first/ro';
import { comments } from '../ro/comments.ts';
import { posts } from '../ro/posts.ts';
import { session } from '../ro/session.ts';
import { actions, network, shell, time } from '../ro/shell.ts';
import type { Translated } from '../shape.ts';
import type { en } from './en.ts';

/**
 * The texts in Romanian that the feed, a post and signing in show, and whatever opens over them. They come with the app. `rules` are
 * sentences that the server says as well.
 */
export const ro: Translated<typeof en> = {
  actions,
  comments,
  network,
  posts,
  rules,
  session,
  shell,
  time,
};
