import { sql } from 'kysely';
import type { Reads, Writes } from '../platform/db/database.ts';

/**
 * The path of a joined user's picture, for every query that has `users` in it:
 * `.innerJoin('users', …).select(['users.username', picturePath.as('picture_path')])`.
 */
export const picturePath = sql<string | null>`(
  select picture.path from media as picture where picture.id = users.picture_media_id
)`;

/** `profilePictureUrl` of an answer, from `picturePath`. Pictures of people are public. */
export const pictureUrl = (path: string | null): string | null => (path === null ? null : `/media/${path}`);

/** Somebody as others see them beside what they wrote. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly profilePictureUrl: string | null;
  readonly created_at: number;
  readonly deleted: boolean;
}

/** People by their ids; who never was is not in it, who was deleted is. */
export async function findPeople(reads: Reads, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await reads
    .selectFrom('users')
    .select(['id', 'username', 'created_at', 'deleted_at', picturePath.as('picture_path')])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ id, username, created_at, deleted_at, picture_path }) => [
      id,
      { id, username, profilePictureUrl: pictureUrl(picture_path), created_at, deleted: deleted_at !== null },
    ]),
  );
}

export async function findPerson(reads: Reads, id: string): Promise<Person | null> {
  return (await findPeople(reads, [id])).get(id) ?? null;
}

/** Puts another picture (or none) on a person; answers the one that was there, for letting go of it. */
export async function setPicture(tx: Writes, userId: string, mediaId: string | null): Promise<string | null> {
  const former = await tx
    .selectFrom('users')
    .select('picture_media_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await tx.updateTable('users').set({ picture_media_id: mediaId }).where('id', '=', userId).execute();
  return former.picture_media_id;
}
