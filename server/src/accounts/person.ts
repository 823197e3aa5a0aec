import type { Reads, Writes } from '../platform/db/database.ts';
import { mediaUrl } from '../platform/storage/media-url.ts';
import { isActive } from './active-account.ts';
import { selectPeople, swapPicture } from './person-store.ts';

// What other nouns may know of people; their queries join `users` and select this.
export { picturePath } from './person-store.ts';

/** `profilePictureUrl` of an answer, from `picturePath`. Pictures of people are public. */
export const pictureUrl = (path: string | null): string | null => (path === null ? null : mediaUrl(path));

/** Somebody as others see them beside what they wrote. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly profilePictureUrl: string | null;
  readonly created_at: number;
  /** Whether nobody can reach them: the account is deleted, or nobody has approved it yet. */
  readonly deleted: boolean;
  /** Whether nobody has approved the account yet: it exists for admins alone. */
  readonly waiting: boolean;
}

/** People by their ids; who never was is not in it, who was deleted is. */
export async function findPeople(reads: Reads, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await selectPeople(reads, [...new Set(ids)]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        username: row.username,
        displayName: row.display_name,
        profilePictureUrl: pictureUrl(row.picture_path),
        created_at: row.created_at,
        deleted: !isActive(row),
        waiting: row.waiting_since !== null,
      },
    ]),
  );
}

export async function findPerson(reads: Reads, id: string): Promise<Person | null> {
  return (await findPeople(reads, [id])).get(id) ?? null;
}

/** Puts another picture (or none) on a person; answers the one that was there, so that the caller removes its reference. */
export const setPicture = (tx: Writes, userId: string, mediaId: string | null): Promise<string | null> =>
  swapPicture(tx, userId, mediaId);
