import { ro as rules } from '@duet/contract/texts/ro';
import { about } from '../ro/about.ts';
import { account } from '../ro/account.ts';
import { activity } from '../ro/activity.ts';
import { address } from '../ro/address.ts';
import { audit } from '../ro/audit.ts';
import { cleanup } from '../ro/cleanup.ts';
import { composer } from '../ro/composer.ts';
import { dashboard } from '../ro/dashboard.ts';
import { messages } from '../ro/messages.ts';
import { notifications } from '../ro/notifications.ts';
import { passkeys } from '../ro/passkeys.ts';
import { people } from '../ro/people.ts';
import { profile } from '../ro/profile.ts';
import { signIn } from '../ro/sign-in.ts';
import { site } from '../ro/site.ts';
import { tokens } from '../ro/tokens.ts';
import { upload } from '../ro/upload.ts';
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
