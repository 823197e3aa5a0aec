import { en as rules } from '@duet/contract/texts/en';
import { account, address, notifications, profile } from '../en/account.ts';
import { audit } from '../en/audit.ts';
import { composer, upload } from '../en/composer.ts';
import { counts } from '../en/counts.ts';
import { activity, cleanup, dashboard } from '../en/dashboard.ts';
import { messages } from '../en/messages.ts';
import { people } from '../en/people.ts';
import { passkeys, signIn, tokens } from '../en/sign-in.ts';
import { about, site } from '../en/site.ts';

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
} as const;
