import { sql } from 'kysely';
import { activeAccount } from '../accounts/active-account.ts';
import { activeAdmin } from '../accounts/active-admin.ts';
import { searchable } from '../accounts/names/display-name.ts';
import { picturePath } from '../accounts/person.ts';
import type { Reads } from '../platform/db/database.ts';

export interface FoundRecipient {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly picture_path: string | null;
}

const most = 20;

/** For `like`, whose own signs stand for themselves. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Active people other than `userId` with `search` in a name, those first of whom a word begins with it; the admins where
 * there is nothing to look for.
 */
export async function findRecipients(
  reads: Reads,
  userId: string,
  search: string,
): Promise<readonly FoundRecipient[]> {
  const active = reads
    .selectFrom('users')
    .select(['users.id', 'users.username', 'users.display_name', picturePath.as('picture_path')])
    .where('users.id', '!=', userId)
    .where(activeAccount);
  const byName = sql`lower(username)`;
  if (search === '') return active.where(activeAdmin).orderBy(byName).limit(most).execute();
  const text = escaped(searchable(search));
  const like = (pattern: string) =>
    sql<boolean>`(lower(username) like ${pattern} escape '\\' or display_name_search like ${pattern} escape '\\')`;
  const begins = sql`case when ${like(`${text}%`)} or ${like(`% ${text}%`)} then 0 else 1 end`;
  return active
    .where(like(`%${text}%`))
    .orderBy(begins)
    .orderBy(byName)
    .limit(most)
    .execute();
}
