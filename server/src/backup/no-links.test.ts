import type * as fs from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { gallery } from '../../test/posts.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { restoreBackup } from './restore.ts';
import { takeBackup } from './take.ts';
import { verifyBackup } from './verify.ts';

/** As on FAT and exFAT, which USB disks often have: no file has two names there. */
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof fs>()),
  link: () => Promise.reject(Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' })),
}));

it('a backup onto a disk without links is made, tried and restored, and the next one beside it', async () => {
  await using harness = await createHarness({ config: { logLevel: 'silent' } });
  const admin = await harness.admin();
  await gallery(admin, 2);
  using dir = temporaryDir();
  const [first, second] = [join(dir.path, 'first'), join(dir.path, 'second')];
  await takeBackup(harness.context, { folder: first, withSecrets: false, former: null });
  await gallery(admin, 1);
  const { files } = await takeBackup(harness.context, { folder: second, withSecrets: false, former: first });
  expect(files.length).toBeGreaterThan(2);
  expect(await verifyBackup(harness.context, second)).toMatchObject({ files: files.length });
  const dataDir = join(dir.path, 'data');
  await restoreBackup({ dataDir, folder: second, onPostgres: false, now: Date.now() });
  const left = await readdir(dir.path, { recursive: true });
  expect(left.filter((name) => /\.part(ial)?$/.test(name))).toEqual([]);
});
