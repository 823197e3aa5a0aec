import { up as foundation } from './0001_foundation.ts';
import { up as conversation } from './0002_conversation.ts';
import { up as passwordLinks } from './0003_password_links.ts';
import { up as uploads } from './0004_uploads.ts';
import type { Up } from './migration.ts';

/** Every migration in the order in which it runs. A name that has been released never changes. */
export const migrations: Readonly<Record<string, Up>> = {
  '0001_foundation': foundation,
  '0002_conversation': conversation,
  '0003_password_links': passwordLinks,
  '0004_uploads': uploads,
};
