import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { createHarness } from '../../../test/harness.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { advisoryLocks } from '../../platform/db/advisory-lock.ts';
import { Repository } from './repository.ts';
import { saveBackup } from './save.ts';

it('a backup that lost its lock removes none, and says so', async () => {
  await using harness = await createHarness();
  using dir = temporaryDir();
  const folder = join(dir.path, 'repository');
  const save = () => {
    harness.clock.forward(60_000);
    return saveBackup(harness.context, { folder, passphrase: null, keep: 1 });
  };
  await save();
  const write = Repository.prototype.writeSnapshot;
  vi.spyOn(Repository.prototype, 'writeSnapshot').mockImplementation(async function (
    this: Repository,
    ...words
  ) {
    await write.apply(this, words);
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and objid = ${advisoryLocks.backup}
      and database = (select oid from pg_database where datname = current_database())`.execute(
      harness.context.db.scan,
    );
  });
  await expect(save()).rejects.toThrow(/connection to the database was lost/);
  expect(await readdir(join(folder, 'snapshots'))).toHaveLength(2);
  vi.restoreAllMocks();
  const { moment } = await save();
  expect(await readdir(join(folder, 'snapshots'))).toEqual([moment]);
}, 60_000);
