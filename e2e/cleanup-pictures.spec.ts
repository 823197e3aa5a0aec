import { copyFile, stat, utimes } from 'node:fs/promises';
import { openCleanup, shownSize, strayFile } from './harness/cleanup.ts';
import { expect, test } from './harness/test.ts';

test('a file and its sizes are one row, with a picture of it', { tag: '@disk' }, async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  const file = await strayFile(duet, 'photos', 'f', 90);
  const thumb = file.replace('.png', '_thumb.png');
  await copyFile(file, thumb);
  const { atime, mtime } = await stat(file);
  await utimes(thumb, atime, mtime);
  const page = await duet.page(browser, await duet.admin());
  await page.goto('/admin');
  const modal = await openCleanup(page, 'Media Cleanup');
  await expect(modal).toContainText('2 files · ');
  const rows = modal.getByRole('list', { name: 'Orphaned files' }).locator('> li');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`Photos · ${shownSize(2 * (await stat(file)).size)} · 5 days`);
  const width = () => rows.locator('img').evaluate((shown: HTMLImageElement) => shown.naturalWidth);
  await expect.poll(width).toBe(60);
  const size = modal.getByRole('link').filter({ hasText: `${'f'.repeat(32)}_thumb.png` });
  await expect(size).toBeHidden();
  await modal.getByText('and 1 smaller size').click();
  await expect(size).toBeVisible();
  await modal.getByRole('button', { name: 'Delete Orphaned Files' }).click();
  await expect(modal).toContainText('2 files removed');
  await expect(rows.locator('img')).toHaveCount(0);
});
