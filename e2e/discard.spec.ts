import { photo } from './harness/gallery.ts';
import { expect, test } from './harness/test.ts';

test('what was discarded does not come back with a picture that was on its way', async ({
  adminPage: page,
}) => {
  await page.goto('/new/richtext');
  const editor = page.getByRole('textbox', { name: 'Text of the post' });
  await editor.click();
  await page.keyboard.type('Thrown away');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/posts/draft', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/posts/draft');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await (await chooser).setFiles(photo('late.png'));
  await asked;
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(editor).toHaveText('');

  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/upload/')) uploads += 1;
  });
  const made = page.waitForResponse('**/api/posts/draft');
  gate.resolve();
  await made;
  // A change is written 250 ms after it was made: this timer began later.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(uploads).toBe(0);
  await page.reload();
  await expect(editor).toBeVisible();
  await expect(editor).toHaveText('');
});
