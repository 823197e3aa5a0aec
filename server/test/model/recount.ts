import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { sqliteFile } from '../../src/platform/db/dialect/sqlite.ts';

/** One row of a plain statement. */
type Row = Readonly<Record<string, string | number | null>>;

/** A connection of the test's own, that none of the product's code looks after. */
export interface PlainDatabase extends AsyncDisposable {
  /** Null on SQLite. */
  readonly url: string | null;
  rows(statement: string): Promise<readonly Row[]>;
}

export async function plainDatabase(dataDir: string, url: string | null): Promise<PlainDatabase> {
  if (url === null) {
    const db = new DatabaseSync(sqliteFile(dataDir));
    return {
      url,
      rows: async (statement) => db.prepare(statement).all() as unknown as Row[],
      [Symbol.asyncDispose]: async () => db.close(),
    };
  }
  const client = new pg.Client({ connectionString: url });
  // A connection that the test itself cuts.
  client.on('error', () => {});
  await client.connect();
  return {
    url,
    rows: async (statement) => (await client.query(statement)).rows as Row[],
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** A stored file as its row has it. */
interface Stored {
  readonly id: string;
  readonly state: string;
  readonly path: string;
  /** Everything that lies beside it: its thumbnail and smaller sizes. */
  readonly beside: readonly string[];
  readonly size: number;
  readonly sha256: string;
}

/** What lies there, read without a line of the product. */
export interface Recount {
  readonly media: ReadonlyMap<string, Stored>;
  /** Paths below the media folder. */
  readonly files: ReadonlySet<string>;
  /** Paths by post and role, in their order. */
  readonly refs: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly posts: ReadonlyMap<string, { readonly published: boolean; readonly content: string }>;
  readonly sessions: ReadonlyMap<string, string>;
  readonly parts: ReadonlySet<string>;
  /** Files that no row knows, in words: a row comes before its file and goes after it. */
  readonly unclaimed: readonly string[];
  /** Everything that must never be, in words. */
  readonly faults: readonly string[];
}

const mediaPath = /(?:photos|videos|profile)\/[a-z2-7]{2}\/[a-z2-7]{32}\.[a-z0-9]+/g;

/** All files below a folder, as paths relative to it; none where the folder is not there. */
export function filesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export async function recount(dataDir: string, database: PlainDatabase): Promise<Recount> {
  const mediaRows = await database.rows('select * from media');
  const media = new Map(
    mediaRows.map((row) => {
      const { id, state, path, thumbnail_path, source_widths, size, sha256 } = row;
      const widths = `${source_widths ?? ''}`.split(',').filter(Boolean);
      const smaller = widths.map((width) => `${path}`.replace(/\.\w+$/, `_thumb_${width}.webp`));
      const beside = [...(thumbnail_path === null ? [] : [`${thumbnail_path}`]), ...smaller];
      const stored = { id, state, path, beside, size: Number(size), sha256 } as Stored;
      return [stored.path, stored];
    }),
  );
  const refRows = await database.rows(
    'select r.owner_id, r.role, m.path, m.state from media_refs r left join media m on m.id = r.media_id order by r.owner_id, r.role, r.position',
  );
  const pictures = await database.rows(
    'select u.id, m.path, m.state from users u left join media m on m.id = u.picture_media_id where u.picture_media_id is not null',
  );
  const postRows = await database.rows('select id, published, content from posts');
  const sessionRows = await database.rows('select id, state from upload_sessions');
  const files = new Set(filesBelow(join(dataDir, 'media')));
  const partFiles = filesBelow(join(dataDir, 'uploads'));
  const refs = new Map<string, Map<string, string[]>>();
  const faults: string[] = [];
  for (const { owner_id, role, path, state } of refRows) {
    if (state !== 'ready') faults.push(`${owner_id} refers to ${path}, which is ${state}`);
    const roles = refs.get(`${owner_id}`) ?? new Map<string, string[]>();
    roles.set(`${role}`, [...(roles.get(`${role}`) ?? []), `${path}`]);
    refs.set(`${owner_id}`, roles);
  }
  for (const { id, path, state } of pictures) {
    if (state !== 'ready') faults.push(`the picture of ${id} is ${path}, which is ${state}`);
  }
  for (const stored of media.values()) faults.push(...faultsOf(stored, files, dataDir));
  const known = new Set([...media.values()].flatMap(({ path, beside }) => [path, ...beside]));
  const unclaimed = [...files].filter((file) => !known.has(file)).map((file) => `${file} has no row`);
  for (const { id, content } of postRows) {
    for (const path of `${content}`.match(mediaPath) ?? []) {
      if (!refs.get(`${id}`)?.get('inline')?.includes(path))
        faults.push(`${id} shows ${path} without keeping it`);
    }
  }
  return {
    media,
    files,
    refs,
    posts: new Map(
      postRows.map(({ id, published, content }) => [
        `${id}`,
        { published: Number(published) === 1, content: `${content}` },
      ]),
    ),
    sessions: new Map(sessionRows.map(({ id, state }) => [`${id}`, `${state}`])),
    parts: new Set(partFiles.filter((name) => name.endsWith('.part')).map((name) => name.slice(0, -5))),
    unclaimed,
    faults,
  };
}

/** A row that is ready has its file, whole, and all that lies beside it. */
function faultsOf(stored: Stored, files: ReadonlySet<string>, dataDir: string): string[] {
  const { state, path, beside, size, sha256 } = stored;
  if (state !== 'ready') return [];
  const lost = [path, ...beside].filter((file) => !files.has(file));
  if (lost.length > 0) return lost.map((file) => `${file} is ready and lost`);
  const bytes = readFileSync(join(dataDir, 'media', path));
  const sum = createHash('sha256').update(bytes).digest('hex');
  return bytes.length === size && sum === sha256 ? [] : [`${path} has other bytes than its row says`];
}

/** What is left of media and uploads after a time in which every orphan has to go, in words. */
export function orphansIn({ media, files, refs, sessions, parts }: Recount): string[] {
  const held = new Set([...refs.values()].flatMap((roles) => [...roles.values()].flat()));
  const wanted = new Set<string>();
  const orphans: string[] = [];
  for (const { path, beside, state } of media.values()) {
    if (state !== 'ready' || !held.has(path)) orphans.push(`${path} is ${state} and nobody needs it`);
    else for (const file of [path, ...beside]) wanted.add(file);
  }
  for (const file of files) if (!wanted.has(file)) orphans.push(`${file} lies there for nobody`);
  for (const [id, state] of sessions) orphans.push(`the upload ${id} is ${state} for ever`);
  for (const id of parts) orphans.push(`the part file ${id} stays for ever`);
  return orphans;
}
