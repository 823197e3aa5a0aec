import { ro as rules } from '@duet/contract/texts/ro';
import { account, address, notifications, profile } from '../ro/account.ts';
import { audit } from '../ro/audit.ts';
import { composer, upload } from '../ro/composer.ts';
import { counts } from '../ro/counts.ts';
import { activity, cleanup, dashboard } from '../ro/dashboard.ts';
import { messages } from '../ro/messages.ts';
import { people } from '../ro/people.ts';
import { passkeys, signIn, tokens } from '../ro/sign-in.ts';
import { about, site } from '../ro/site.ts';
import type { Translated } from '../shape.ts';
import type { en } from './en.ts';

/**
 * The texts in Romanian of all other screens, which they come with. `rules` are the sentences that the server says as
 * well.
 */
export const ro: Translated<typeof en> = {
  about,
  account,
  activity,
  address,
  audit,
  cleanup,
  composer,
  counts,
  dashboard,
  messages,
  notifications,
  passkeys,
  people,
  profile,
  rules,
  signIn,
  site,
  tokens,
  upload,
};
