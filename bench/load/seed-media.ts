import { createHash } from 'node:crypto';
import { authors, idOf, personId, personTime, seeded } from './seed-constants.ts';
import type { SeedDatabase, Words } from './seed-database.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The key of a stored file, in the form that Duet gives them. */
export function keyOf(directory: string, n: number, extension: string): string {
  const sum = createHash('sha256').update(`${directory} ${n}`).digest();
  const name = [...sum].map((byte) => alphabet[byte & 31]).join('');
  return `${directory}/${name.slice(0, 2)}/${name}.${extension}`;
}

const placeholder = `data:image/webp;base64,${'UklGRkIAAABXRUJQVlA4IDYAAADQAQCd'.repeat(3)}`;
const since = Date.UTC(2019, 0, 1);
/** Ids of the three kinds of file begin at other moments. */
const start = { photo: since, video: since + 10_000_000, profile: since + 20_000_000 };

/**
 * Rows of pictures, videos and profile photos (no files: nobody asks for them here), and what refers to them. Posts share
 * them, so that the table of files does not grow with the posts; that of references does.
 */
export async function seedMedia(
  database: SeedDatabase,
  { idSql, numbers }: Words,
  posts: number,
  postId: string,
): Promise<void> {
  const row =
    (kind: keyof typeof start, directory: string, extension: string, type: string) => (n: number) => {
      const path = keyOf(directory, n, extension);
      const still = kind === 'video' ? '_thumb.jpg' : `_thumb.${extension}`;
      return [
        idOf(start[kind] + n, n),
        kind,
        'ready',
        path,
        path.replace(/\.\w+$/, still),
        kind === 'photo' ? '320,640' : '',
        personId(authors[n % 2] ?? 0),
        'a file',
        type,
        400_000,
        '',
        kind === 'profile' ? 400 : 1600,
        kind === 'profile' ? 400 : 1200,
        kind === 'video' ? 42.5 : null,
        placeholder,
        start[kind],
      ];
    };
  const count = (length: number) => Array.from({ length }, (_, n) => n);
  await database.insert(
    `media (id, kind, state, path, thumbnail_path, source_widths, owner_id, file_name, content_type, size, sha256, width, height,
      duration, placeholder, created_at)`,
    [
      ...count(seeded.pictures).map(row('photo', 'photos', 'jpg', 'image/jpeg')),
      ...count(seeded.videos).map(row('video', 'videos', 'mp4', 'video/mp4')),
      ...count(seeded.profilePictures).map(row('profile', 'profile', 'jpg', 'image/jpeg')),
    ],
  );
  const refs = 'insert into media_refs (owner_type, owner_id, role, position, media_id, alt)';
  const picture = `(i * 7 + k) % ${seeded.pictures}`;
  await database.exec(`${refs} ${numbers(posts)} , places(k) as (select 0 union all select k + 1 from places where k < 2)
    select 'post', ${postId}, 'gallery', k, ${idSql(`(${start.photo} + ${picture})`, picture)}, 'By the river'
    from numbers cross join places where i % 3 = 1 and k <= (i / 3) % 3`);
  const video = `(i * 3) % ${seeded.videos}`;
  await database.exec(`${refs} ${numbers(posts)}
    select 'post', ${postId}, 'video', 0, ${idSql(`(${start.video} + ${video})`, video)}, '' from numbers where i % 3 = 2`);
  // Every third person has a photo; so have both authors.
  const profile = idSql(`(${start.profile} + i)`, 'i');
  const person = idSql(`(${personTime(0)} + i * 180000)`, '(i * 3)');
  await database.exec(`${refs} ${numbers(seeded.profilePictures)}
    select 'user', ${person}, 'picture', 0, ${profile}, '' from numbers where i * 3 < ${seeded.people}`);
  await database.exec(`update users set picture_media_id = (select media_id from media_refs
    where owner_type = 'user' and owner_id = users.id and role = 'picture')`);
}
