import { en as rules } from '@duet/contract/texts/en';
import { account } from './en/account.ts';
import { actions } from './en/actions.ts';
import { activity } from './en/activity.ts';
import { audit } from './en/audit.ts';
import { cleanup } from './en/cleanup.ts';
import { comments } from './en/comments.ts';
import { composer } from './en/composer.ts';
import { dashboard } from './en/dashboard.ts';
import { messages } from './en/messages.ts';
import { network } from './en/network.ts';
import { notifications } from './en/notifications.ts';
import { people } from './en/people.ts';
import { posts } from './en/posts.ts';
import { profile } from './en/profile.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { time } from './en/time.ts';
import { upload } from './en/upload.ts';

/** Every text of the app in English, by area; `rules` are the sentences that the server says as well. */
export const en = {
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
} as const;
