import type { Page } from '@playwright/test';
import { caption, keptFiles, keptGallery, photo, pick, uploaded } from './harness/gallery.ts';
import { publishText } from './harness/posts.ts';
import { comeBack, goBehind, keptDrafts } from './harness/tabs.ts';
import { expect, test } from './harness/test.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });

async function writeElsewhere(page: Page, path: string, words: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(path);
  await editor(other).click();
  await other.keyboard.press('End');
  await other.keyboard.type(words);
  await expect.poll(() => keptDrafts(other)).toContain(words);
  await other.close();
}

test.describe('a tab that one comes back to', () => {
  test('shows the draft that another tab has written, and goes on with it', async ({ adminPage: page }) => {
    await page.goto('/new/richtext');
    await expect(editor(page)).toHaveText('');
    await writeElsewhere(page, '/new/richtext', 'A long text');
    await comeBack(page);
    await expect(editor(page)).toHaveText('A long text');
    await title(page).fill('With a title');
    await expect.poll(() => keptDrafts(page)).toContain('With a title');
    expect(await keptDrafts(page)).toContain('A long text');
  });

  test('goes on also where both have written, one after the other', async ({ adminPage: page }) => {
    await page.goto('/new/richtext');
    await editor(page).click();
    await page.keyboard.type('First');
    await expect.poll(() => keptDrafts(page)).toContain('First');
    await writeElsewhere(page, '/new/richtext', ', then more');
    await comeBack(page);
    await expect(editor(page)).toHaveText('First, then more');
    await editor(page).click();
    await page.keyboard.press('End');
    await page.keyboard.type(', then the end');
    await expect.poll(() => keptDrafts(page)).toContain('First, then more, then the end');
  });

  test('shows what another one has changed in an edit', async ({ adminPage: page, duet }) => {
    const post = await publishText(await duet.admin(), '<p>Paint the door.</p>');
    await page.goto(`/edit/${post._id}`);
    await expect(editor(page)).toHaveText('Paint the door.');
    await writeElsewhere(page, `/edit/${post._id}`, ' Blue!');
    await comeBack(page);
    await expect(editor(page)).toHaveText('Paint the door. Blue!');
    await title(page).fill('Spring');
    await expect.poll(() => keptDrafts(page)).toContain('Spring');
    expect(await keptDrafts(page)).toContain('Blue!');
  });

  test('goes on with the pictures that another one has picked', async ({ adminPage: page }) => {
    await page.goto('/new/gallery');
    const other = await page.context().newPage();
    await other.goto('/new/gallery');
    await other.route('**/api/upload/gallery-image', (route) => route.abort());
    await pick(other, photo('begun.png'));
    await caption(other).fill('Begun there');
    await expect.poll(async () => (await keptGallery(page))?.caption).toBe('Begun there');
    await expect.poll(() => keptFiles(page)).toHaveLength(1);
    await other.close();
    await comeBack(page);
    await expect(caption(page)).toHaveValue('Begun there');
    await expect(uploaded(page)).toHaveCount(1);
  });
});

test('a tab behind, whose pictures arrive, leaves alone what is written in front', async ({
  adminPage: page,
}) => {
  await page.goto('/new/gallery');
  const arrival = Promise.withResolvers<void>();
  await page.route('**/api/upload/gallery-image', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await pick(page, photo('slow.png'));
  await expect.poll(async () => (await keptGallery(page))?.items.length).toBe(1);
  await expect.poll(() => keptFiles(page)).toHaveLength(1);
  await goBehind(page);
  const other = await page.context().newPage();
  await other.goto('/new/gallery');
  await expect(uploaded(other)).toHaveCount(1);
  await caption(other).fill('Written in front');
  await expect.poll(async () => (await keptGallery(other))?.caption).toBe('Written in front');
  arrival.resolve();
  await expect(uploaded(page)).toHaveCount(1);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  expect((await keptGallery(other))?.caption).toBe('Written in front');
  await comeBack(page);
  await expect(caption(page)).toHaveValue('Written in front');
});
