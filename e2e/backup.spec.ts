import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from './harness/test.ts';

const main = fileURLToPath(new URL('../server/src/cli/main.ts', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

test('a nightly backup that fails is told on the dashboard, in the activity and its badge, until one succeeds', {
  tag: ['@disk', '@postgres'],
}, async ({ fresh, browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'duet-e2e-backup-'));
  // A file stands where the folder should be.
  const nightly = join(folder, 'nightly');
  await writeFile(nightly, '');
  const duet = await fresh({ DUET_BACKUP_DIR: nightly, DUET_LOG_LEVEL: 'silent' });
  const page = await duet.page(browser, await duet.admin());
  await page.goto('/admin');
  const figures = page.getByRole('region', { name: 'At a glance' });
  const notice = page.locator('[data-notice="backupFailed"]');
  await expect(figures.locator('[data-notice="backupFailed"]')).toContainText('The nightly backup fails');
  await expect(notice).toContainText('The backup folder is not there. Is its disk connected?');
  await expect(figures).toContainText('Last backupnever');
  const job = page.getByRole('region', { name: 'Background work' }).locator('[data-job="nightlyBackup"]');
  await expect(job).toContainText(/Nightly backup\s*Failed · /);

  await page.getByRole('button', { name: 'Open Activity' }).click();
  await page.waitForURL('**/admin/activity');
  const list = page.locator('[data-route]:not([inert])');
  await expect(list.locator('[data-notice="backupFailed"]')).toContainText('The nightly backup fails');
  await page.goto('/home');
  // What is not over goes on counting after it was looked at.
  await expect(page.getByRole('button', { name: /Activity.*1/ }).first()).toBeVisible();

  const settings = {
    DUET_DATA_DIR: duet.server.dataFolder,
    ...(duet.server.databaseUrl && { DUET_DATABASE_URL: duet.server.databaseUrl }),
  };
  await promisify(execFile)(process.execPath, [main, 'backup', join(folder, 'by-hand')], {
    cwd: root,
    env: { ...process.env, ...settings },
  });
  await page.goto('/admin');
  await expect(figures).toContainText(/Last backup.*\d{4}/);
  await expect(notice).toHaveCount(0);
  await expect(figures.getByText('Media only, without the database')).toHaveCount(
    duet.server.databaseUrl ? 1 : 0,
  );
  await rm(folder, { recursive: true, force: true });
});
