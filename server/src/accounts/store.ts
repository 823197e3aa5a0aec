import { sql } from 'kysely';
import type { Reads, Writes } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/schema/accounts.ts';
import { actingAdmin, activeAdmin } from './active-admin.ts';
import { searchable } from './names/display-name.ts';
import { isFormerUsername } from './names/identity-store.ts';
import { picturePath } from './person-store.ts';

/** A user with the path of their picture, without the password's hash. */
export type Account = Omit<
  UserRow,
  'password_hash' | 'picture_media_id' | 'display_name_search' | 'invitation_id'
> & {
  readonly picture_path: string | null;
};

const accountColumns = [
  'users.id',
  'users.username',
  'users.display_name',
  'users.email',
  'users.email_verified_at',
  'users.role',
  'users.language',
  'users.notifications_push',
  'users.notifications_off_until',
  'users.notifications_posts',
  'users.notifications_text',
  'users.created_at',
  'users.deleted_at',
  'users.waiting_since',
  'users.second_step_since',
  'users.passkeys_since',
] as const;

interface UsersFilter {
  readonly search: string;
  readonly deleted: 'without' | 'with' | 'only';
  /** Only those who wait for approval. */
  readonly waiting: boolean;
  readonly role: UserRow['role'] | null;
  /** Milliseconds since 1970, included. */
  readonly createdFrom: number | null;
}

export function findAccount(reads: Reads, id: string): Promise<Account | undefined> {
  return accounts(reads).where('users.id', '=', id).executeTakeFirst();
}

/** By username or email, without regard to case; deleted ones too. A username has no `@`, an email has one. */
export function findCredentials(
  reads: Reads,
  name: string,
): Promise<
  | Pick<UserRow, 'id' | 'role' | 'password_hash' | 'deleted_at' | 'waiting_since' | 'second_step_since'>
  | undefined
> {
  const column = name.includes('@') ? 'email' : 'username';
  return reads
    .selectFrom('users')
    .select(['id', 'role', 'password_hash', 'deleted_at', 'waiting_since', 'second_step_since'])
    .where(sameText(column, name))
    .executeTakeFirst();
}

export async function findPasswordHash(reads: Reads, id: string): Promise<string | null> {
  const row = await reads.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  return row?.password_hash ?? null;
}

export interface Taken {
  readonly username: boolean;
  readonly email: boolean;
}

/** Names that an account is to have; what is absent is not asked for. */
export interface Names {
  readonly username?: string;
  readonly email?: string | null;
}

/** Which of these names somebody else than `exceptId` has, deleted or not, in any case, or had as a username. */
export async function findTaken(
  reads: Reads,
  { username, email }: Names,
  exceptId: string | null = null,
): Promise<Taken> {
  const isTaken = async (column: 'username' | 'email', text: string) => {
    const holder = await reads
      .selectFrom('users')
      .select('id')
      .where(sameText(column, text))
      .executeTakeFirst();
    return holder !== undefined && holder.id !== exceptId;
  };
  return {
    username:
      username !== undefined &&
      ((await isTaken('username', username)) || (await isFormerUsername(reads, username, exceptId))),
    email: email != null && (await isTaken('email', email)),
  };
}

export async function insertUser(tx: Writes, row: UserRow): Promise<void> {
  tx.concerns('users', [row.id]);
  await tx.insertInto('users').values(row).execute();
}

export async function updateUser(
  tx: Writes,
  id: string,
  change: Partial<Omit<UserRow, 'id' | 'username' | 'email' | 'created_at'>>,
): Promise<void> {
  tx.concerns('users', [id]);
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
}

/** How many admins could act if `exceptId` could not. */
export async function countActiveAdmins(reads: Reads, exceptId: string | null = null): Promise<number> {
  const { count } = await reads
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(activeAdmin)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findActingAdmin(reads: Reads, id: string): Promise<Pick<UserRow, 'id'> | undefined> {
  return reads
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', id)
    .where(actingAdmin)
    .executeTakeFirst();
}

/** One page of people, newest first, and how many there are on all. */
export async function listAccounts(
  reads: Reads,
  filter: UsersFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ accounts: Account[]; total: number }> {
  const found = filtered(reads, filter);
  const [list, { count }] = await Promise.all([
    found
      .select([...accountColumns, picturePath.as('picture_path')])
      .orderBy('users.created_at', 'desc')
      .orderBy('users.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    found.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { accounts: list, total: Number(count) };
}

/** How many posts of a person everybody may see. */
export async function countVisiblePosts(reads: Reads, userId: string): Promise<number> {
  const row = await reads
    .selectFrom('post_authors')
    .select('public_count')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.public_count ?? 0;
}

/** In the words of the unique indexes, so that they serve the search. */
const sameText = (column: 'username' | 'email', text: string) =>
  sql<boolean>`lower(${sql.ref(`users.${column}`)}) = lower(${text})`;

const accounts = (reads: Reads) =>
  reads.selectFrom('users').select([...accountColumns, picturePath.as('picture_path')]);

function filtered(reads: Reads, filter: UsersFilter) {
  const pattern = sql`lower(${containing(filter.search)})`;
  return reads
    .selectFrom('users')
    .$if(filter.deleted === 'without', (query) => query.where('deleted_at', 'is', null))
    .$if(filter.deleted === 'only', (query) => query.where('deleted_at', 'is not', null))
    .$if(filter.waiting, (query) => query.where('waiting_since', 'is not', null))
    .$if(filter.role !== null, (query) => query.where('role', '=', filter.role ?? 'user'))
    .$if(filter.createdFrom !== null, (query) => query.where('created_at', '>=', filter.createdFrom ?? 0))
    .$if(filter.search !== '', (query) =>
      query.where(
        sql<boolean>`(lower(username) like ${pattern} escape '\\' or lower(email) like ${pattern} escape '\\'
          or display_name_search like ${containing(searchable(filter.search))} escape '\\')`,
      ),
    );
}

/** A pattern of `like` for texts that contain this one. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Of everybody whose account is not deleted. */
export async function listPasswordHashes(reads: Reads): Promise<string[]> {
  const rows = await reads
    .selectFrom('users')
    .select('password_hash')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ password_hash }) => password_hash);
}
