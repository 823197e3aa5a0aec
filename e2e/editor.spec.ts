import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import { paste } from './harness/clipboard.ts';
import { photo } from './harness/gallery.ts';
import { picture } from './harness/picture.ts';
import { expect, test } from './harness/test.ts';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });
/** Other work may slow the server's picture process down. */
const uploaded = { timeout: 30_000 };
const stored = (page: Page) => editorOf(page).locator('img[src*="/media/photos/"]');
const blocks = (page: Page) =>
  editorOf(page)
    .locator('> *')
    .evaluateAll((all) => all.map((block) => block.textContent || block.tagName));

async function write(page: Page, ...lines: string[]): Promise<void> {
  await page.goto('/new/richtext');
  await editorOf(page).click();
  for (const [n, line] of lines.entries()) {
    if (n > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
}

/** Selects the words of the first line. */
async function selectFirstLine(page: Page): Promise<void> {
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+End');
}

async function pick(page: Page, name = 'lake.png'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await tool(page, 'Picture').click();
  await (await chooser).setFiles(photo(name));
}

test('a picture that is inserted while words are selected comes after their block, and they stay selected', async ({
  adminPage: page,
}) => {
  await write(page, 'First line', 'Second line');
  await selectFirstLine(page);
  await pick(page);
  await expect(stored(page)).toHaveCount(1, uploaded);
  expect((await blocks(page)).slice(0, 3)).toEqual(['First line', 'IMG', 'Second line']);
  await page.keyboard.press('Control+b');
  await expect(editorOf(page).locator('strong')).toHaveText('First line');
});

test('a picture that is pasted over selected words leaves them', async ({ adminPage: page }) => {
  await write(page, 'First line', 'Second line');
  await selectFirstLine(page);
  await paste(editorOf(page), { files: [{ name: 'a.png', type: 'image/png', bytes: picture(320, 240) }] });
  await expect(stored(page)).toHaveCount(1, uploaded);
  expect((await blocks(page)).slice(0, 3)).toEqual(['First line', 'IMG', 'Second line']);
});

test('a picture that is inserted while another is selected comes after it', async ({ adminPage: page }) => {
  await write(page, 'Words');
  await pick(page, 'one.png');
  await expect(stored(page)).toHaveCount(1, uploaded);
  await stored(page).click();
  await pick(page, 'two.png');
  await expect(stored(page)).toHaveCount(2, uploaded);
  const alts = await stored(page).evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
  expect(alts).toEqual(['one', 'two']);
});

test('a picture goes where it was inserted, however much is written while it is uploaded', async ({
  adminPage: page,
}) => {
  await write(page, 'Before');
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/upload/image', async (route) => {
    await held;
    await route.continue();
  });
  await pick(page);
  await expect(page.getByText('Adding 1 picture…')).toBeVisible();
  await page.keyboard.type('After');
  answer();
  await expect(stored(page)).toHaveCount(1, uploaded);
  await page.keyboard.type(' it');
  expect((await blocks(page)).slice(0, 3)).toEqual(['Before', 'IMG', 'After it']);
});

test('a link over selected words links them, and beside a selected picture it is inserted', async ({
  adminPage: page,
}) => {
  await write(page, 'First line');
  await selectFirstLine(page);
  const link = async (address: string) => {
    await tool(page, 'Link').click();
    await page.getByRole('dialog', { name: 'Link' }).getByLabel('Address').fill(address);
    await page.getByRole('dialog', { name: 'Link' }).getByRole('button', { name: 'Insert' }).click();
  };
  await link('example.com');
  await expect(editorOf(page).locator('a')).toHaveText('First line');
  await page.keyboard.press('Control+End');
  await pick(page);
  await expect(stored(page)).toHaveCount(1, uploaded);
  await stored(page).click();
  await link('example.org');
  await expect(stored(page)).toHaveCount(1, uploaded);
  await expect(editorOf(page).locator('a[href="https://example.org"]')).toHaveText('example.org');
});

for (const [width, language, undo, redo] of [
  [320, 'en', 'Undo', 'Redo'],
  [390, 'ro', 'Anulează', 'Refă'],
] as const) {
  test(`at ${width} px every tool can be pressed, Undo and Redo among them (${language})`, async ({
    as,
    duet,
  }) => {
    const admin = await duet.otherAdmin('admin');
    await admin.api.call(accountsEndpoints['accounts.savePreferences'], { body: { language } });
    const page = await as(admin, undefined, { viewport: { width, height: 760 }, hasTouch: true });
    await page.goto('/new/richtext');
    const text = page.locator('[contenteditable=true]');
    // Not where the picture will be: two presses in one place within half a second are a double click.
    await text.click({ position: { x: 8, y: 8 } });
    const button = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
    await expect(button(undo)).toBeDisabled();
    await expect(button(redo)).toBeDisabled();
    await page.keyboard.type('Words');
    await button(undo).tap();
    await expect(text).toHaveText('');
    await expect(button(undo)).toBeDisabled();
    await button(redo).tap();
    await expect(text).toHaveText('Words');
    await paste(text, { files: [{ name: 'a.png', type: 'image/png', bytes: picture(320, 240) }] });
    await text.locator('img[src*="/media/photos/"]').click();
    // Until the picture is chosen, its text has no tool.
    await expect(page.getByRole('toolbar').getByRole('button')).toHaveCount(12);

    const tools = await page
      .getByRole('toolbar')
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return { name: one.ariaLabel, wide: width >= 44, high: height >= 44, hit: one.contains(hit) };
        }),
      );
    expect(tools).toHaveLength(12);
    for (const one of tools) expect(one).toEqual({ name: one.name, wide: true, high: true, hit: true });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
