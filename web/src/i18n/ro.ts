import { ro as rules } from '@duet/contract/texts/ro';
import type { en } from './en.ts';
import { account } from './ro/account.ts';
import { actions } from './ro/actions.ts';
import { activity } from './ro/activity.ts';
import { audit } from './ro/audit.ts';
import { cleanup } from './ro/cleanup.ts';
import { comments } from './ro/comments.ts';
import { composer } from './ro/composer.ts';
import { dashboard } from './ro/dashboard.ts';
import { messages } from './ro/messages.ts';
import { network } from './ro/network.ts';
import { notifications } from './ro/notifications.ts';
import { people } from './ro/people.ts';
import { posts } from './ro/posts.ts';
import { profile } from './ro/profile.ts';
import { session } from './ro/session.ts';
import { shell } from './ro/shell.ts';
import { time } from './ro/time.ts';
import { upload } from './ro/upload.ts';
import type { Translated } from './shape.ts';

export const ro: Translated<typeof en> = {
  account,
  actions,
  activity,
  audit,
  cleanup,
  comments,
  composer,
  dashboard,
  messages,
  network,
  notifications,
  people,
  posts,
  profile,
  rules,
  session,
  shell,
  time,
  upload,
};
