import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './index.ts';
import type { Up } from './migration.ts';

it('takes a post that everybody has seen, and that is for admins now, for told', async () => {
  using dir = temporaryDir();
  await using database = await createTestDatabase('empty');
  const open = (known: Readonly<Record<string, Up>>) =>
    openDatabase({
      dataDir: dir.path,
      url: database.url ?? undefined,
      migrations: known,
      log: createLog('silent'),
      onDiskFailure: () => {},
      exclusive: true,
    });
  const before = Object.entries(migrations).filter(([name]) => name < '0036');
  {
    await using old = await open(Object.fromEntries(before));
    await old.write(async (tx) => {
      await sql`insert into users (id, username, email, password_hash, role, created_at)
        values ('u', 'ana', 'ana@example.org', 'hash', 'admin', 1)`.execute(tx);
      for (const [id, adminOnly, published, views] of [
        ['closed', 1, 1, 3],
        ['unseen', 1, 1, 0],
        ['public', 0, 1, 3],
        ['draft', 1, 0, 0],
      ] as const)
        await sql`insert into posts (id, post_type, user_id, title, caption, content, content_format, content_policy,
            admin_only, published, created_at, published_at, updated_at, view_count)
          values (${id}, 'richText', 'u', '', '', '', 'html', 1, ${adminOnly}, ${published}, 7, 7, 7, ${views})`.execute(
          tx,
        );
    });
  }
  await using updated = await open(migrations);
  const rows = await updated.read.selectFrom('posts').select(['id', 'public_since']).orderBy('id').execute();
  expect(rows.map(({ id, public_since }) => [id, public_since])).toEqual([
    ['closed', 7],
    ['draft', null],
    ['public', null],
    ['unseen', null],
  ]);
}, 60_000);
