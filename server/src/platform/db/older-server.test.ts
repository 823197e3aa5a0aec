import { expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { lockDataDir } from '../data-lock.ts';
import { createLog } from '../log.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';

it('a command of a newer Duet changes no tables beneath a server of an older one that runs', async () => {
  using dir = temporaryDir();
  const options = { dataDir: dir.path, migrations, log: createLog('silent'), onDiskFailure: () => {} };
  await using _server = await openDatabase({ ...options, exclusive: true });
  const later = { ...migrations, '9999_later': async () => {} };
  const command = () => openDatabase({ ...options, migrations: later, exclusive: false, existing: true });
  {
    using _lock = lockDataDir(dir.path);
    await expect(command()).rejects.toThrow(/is of an older Duet\. Restart it/);
    // What needs no change of the tables works beside it.
    await using _same = await openDatabase({ ...options, exclusive: false, existing: true });
  }
  await using _migrated = await command();
  await expect(openDatabase({ ...options, exclusive: true })).rejects.toThrow(/newer than this program/);
});
