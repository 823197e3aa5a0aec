import { en as rules } from '@duet/contract/texts/en';
import { about } from '../en/about.ts';
import { account } from '../en/account.ts';
import { activity } from '../en/activity.ts';
import { address } from '../en/address.ts';
import { audit } from '../en/audit.ts';
import { cleanup } from '../en/cleanup.ts';
import { composer } from '../en/composer.ts';
import { dashboard } from '../en/dashboard.ts';
import { messages } from '../en/messages.ts';
import { notifications } from '../en/notifications.ts';
import { passkeys } from '../en/passkeys.ts';
import { people } from '../en/people.ts';
import { profile } from '../en/profile.ts';
import { signIn } from '../en/sign-in.ts';
import { site } from '../en/site.ts';
import { tokens } from '../en/tokens.ts';
import { upload } from '../en/upload.ts';

/**
 * The texts in English of all other screens, which they come with. `rules` are the sentences that the server says as
 * well.
 */
export const en = {
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
} as const;
