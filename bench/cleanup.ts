import { randomBytes } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { endpoints } from '@duet/contract/endpoints';
import { call } from './duet-admin.ts';
import { filledSite, watchMemory } from './filled-site.ts';

/** `DUET_BENCH_FILES=1000000` for a million. */
const files = Number(process.env.DUET_BENCH_FILES ?? 100_000);
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const dayMs = 24 * 60 * 60 * 1000;
const bytes = 200;

type Answer = { readonly next?: string | undefined };

/**
 * A store of which half is used, a quarter is known and used by nothing, and a quarter is unknown to the database: the
 * calls of the media cleanup, from the first to the one that has nothing more to go on with.
 */
export async function cleanup(): Promise<string[]> {
  await using site = await filledSite(fill);
  const { server, token } = site;
  const orphans = files / 2;
  const rows: string[] = [];
  const measure = async <A extends Answer>(
    name: string,
    sum: (answer: A) => number,
    ask: (after?: string) => Promise<A>,
  ) => {
    const before = server.memory();
    const most = watchMemory(server);
    const start = performance.now();
    let calls = 0;
    let found = 0;
    for (let after: string | undefined; calls === 0 || after !== undefined; calls += 1) {
      const answer = await ask(after);
      found += sum(answer);
      after = answer.next;
    }
    const seconds = (performance.now() - start) / 1000;
    const grown = (most() - before) / 1024 ** 2;
    rows.push(`| ${name} | ${found} | ${seconds.toFixed(1)} | ${calls} | ${grown.toFixed(0)} |`);
    return found;
  };
  const stats = () =>
    measure(
      'stats',
      ({ directories }: { directories: Record<string, { fileCount: number }> } & Answer) =>
        Object.values(directories).reduce((total, { fileCount }) => total + fileCount, 0),
      async (after) =>
        (await call(server.url, token, endpoints['cleanup.mediaStats'], { query: after ? { after } : {} }))
          .data,
    );
  const removed = (answer: { stats: { removed: number } } & Answer) => answer.stats.removed;
  const body = { directories: ['photos' as const], confirm: 'DELETE_UNUSED_MEDIA' as const };
  const preview = async (after?: string) =>
    (await call(server.url, token, endpoints['cleanup.mediaPreview'], { query: after ? { after } : {} }))
      .data;
  const all = await stats();
  const seen = await measure('preview', removed, preview);
  const gone = await measure(
    'execute',
    removed,
    async (after) =>
      (
        await call(server.url, token, endpoints['cleanup.mediaExecute'], {
          body: after ? { ...body, after } : body,
        })
      ).data,
  );
  const left = await stats();
  if (all !== files || seen !== orphans || gone !== orphans || left !== files - orphans)
    throw new Error(`wrong: ${[all, seen, gone, left].join(', ')} of ${files}`);
  return [
    `${files} files of ${bytes} bytes, half of them orphans.`,
    '',
    '| call | files | seconds | calls | memory above the start, MiB (most) |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
  ];
}

function fill(database: DatabaseSync, dataFolder: string): void {
  const media = database.prepare(
    `insert into media (id, kind, state, path, owner_id, file_name, content_type, size, sha256, width, height,
       placeholder, created_at) values (?, 'photo', 'ready', ?, (select id from users limit 1), '', 'image/jpeg', ?, '', 1, 1, '', ?)`,
  );
  const ref = database.prepare(
    `insert into media_refs (owner_type, owner_id, role, position, media_id) values ('post', 'bench', 'gallery', ?, ?)`,
  );
  const then = Date.now() - 9 * dayMs;
  const content = randomBytes(bytes);
  for (let n = 0; n < files; n += 1) {
    const name = [...randomBytes(32)].map((byte) => alphabet[byte & 31]).join('');
    const path = `photos/${name.slice(0, 2)}/${name}.jpg`;
    const file = join(dataFolder, 'media', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, then / 1000, then / 1000);
    if (n % 4 === 3) continue;
    media.run(`media-${n}`, path, bytes, then);
    if (n % 4 < 2) ref.run(n, `media-${n}`);
  }
}
