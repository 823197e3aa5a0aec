import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Locator, Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { brokenWords } from './harness/broken-words.ts';
import { openComments, writeComment } from './harness/comments.ts';
import { cardOf } from './harness/feed.ts';
import { photo, pick } from './harness/gallery.ts';
import { enlargeText } from './harness/layout.ts';
import { inboxRow, sendMessage } from './harness/messages.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

/** With its number nearly as long as a username may be, and with no place to break. */
const longName = 'constantin_alexa';

/** How much of the icon of a button its badge covers, 0 to 1. */
async function coveredByBadge(button: Locator): Promise<number> {
  const [icon, badge] = [await boxOf(button.locator('svg')), await boxOf(button.locator('.badge'))];
  const wide = Math.min(icon.x + icon.width, badge.x + badge.width) - Math.max(icon.x, badge.x);
  const high = Math.min(icon.y + icon.height, badge.y + badge.height) - Math.max(icon.y, badge.y);
  return (Math.max(0, wide) * Math.max(0, high)) / (icon.width * icon.height);
}

const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

test('with text of twice the size a badge leaves its icon to be seen, and covers no other button', async ({
  browser,
  fresh,
  viewport,
}) => {
  const duet = await fresh();
  const admin = await duet.admin();
  const [dan, post] = [await duet.person('dan'), await publishText(admin, '<p>Boats</p>')];
  for (let n = 0; n < 12; n += 1) await sendMessage(dan, admin, `text ${n}`);
  for (let n = 0; n < 3; n += 1) await writeComment(dan, post, `comment ${n}`);
  const page = await duet.page(browser, admin, { viewport });
  await page.goto('/home');
  await splashIsGone(page);
  await enlargeText(page, 200);
  const buttons = page.locator('header button:has(.badge)');
  await expect(buttons.filter({ visible: true }).first()).toBeVisible();
  for (const button of await buttons.filter({ visible: true }).all()) {
    expect(await coveredByBadge(button)).toBeLessThan(0.35);
    const badge = await boxOf(button.locator('.badge'));
    const next = await button.evaluate((element) => {
      const other = element.nextElementSibling?.querySelector('svg, img, span');
      return other?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY;
    });
    expect(badge.x + badge.width).toBeLessThanOrEqual(next + 1);
  }
});

test('a long name stays in one line, in the feed, in comments and in messages', async ({ duet, as }) => {
  const admin = await duet.admin();
  const reader = await duet.person('reader');
  const named = await duet.person(longName);
  const post = await publishText(admin, '<p>Boats</p>');
  await writeComment(named, post, 'A word');
  await sendMessage(named, reader, 'A message');
  const page = await as(reader, '/home');
  await expect(cardOf(page, post)).toBeVisible();
  await openComments(page, post);
  await expect(page.getByRole('dialog').getByText('A word')).toBeVisible();
  for (const size of [100, 200]) {
    await enlargeText(page, size);
    expect(await linesOf(page.getByRole('dialog').locator('li bdi').first())).toBe(1);
    expect(await brokenWords(page)).toEqual([]);
  }
  await page.goto('/messages');
  await expect(inboxRow(page, named)).toBeVisible();
  await enlargeText(page, 200);
  expect(await brokenWords(page)).toEqual([]);
});

test('beneath the name of an author stands when it was written', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>Boats</p>');
  const page = await as(await duet.person('reader'), '/home');
  const card = cardOf(page, post);
  const [name, when] = [await boxOf(card.locator('header bdi')), await boxOf(card.locator('header time'))];
  expect(when.y).toBeGreaterThanOrEqual(name.y + name.height - 1);
  expect(Math.abs(when.x - name.x)).toBeLessThan(2);
});

/** Hebrew and Arabic begin at the right, whatever the language of the app. */
const hebrew = 'שלום לכולם, מה שלומכם';
const directionOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).direction);

test('what is written from right to left is read and written so', async ({ duet, as }) => {
  const admin = await duet.admin();
  const reader = await duet.person('reader');
  const parts = `<p>${hebrew}</p><p>And English</p><ul><li>${hebrew}</li></ul><blockquote><p>${hebrew}</p></blockquote>`;
  const post = await publishText(admin, parts, { title: hebrew });
  await writeComment(admin, post, hebrew);
  await sendMessage(admin, reader, hebrew);
  const page = await as(reader, '/home');
  const card = cardOf(page, post);
  await expect(card).toBeVisible();
  for (const part of [
    card.getByRole('heading', { name: hebrew }),
    card.locator('p').first(),
    card.locator('li'),
  ]) {
    expect(await directionOf(part)).toBe('rtl');
  }
  expect(await directionOf(card.locator('p').nth(1))).toBe('ltr');
  // The line of a quote and the sign of an item stand where they begin.
  await expect(card.locator('blockquote')).toHaveCSS('border-right-width', '3px');
  await expect(card.locator('li')).toHaveCSS('margin-right', '24px');
  await openComments(page, post);
  expect(await directionOf(page.getByRole('dialog').getByText(hebrew))).toBe('rtl');
  await expectWritten(page, 'Write a comment');
  await page.goto('/messages');
  expect(await directionOf(inboxRow(page, admin).getByText(hebrew))).toBe('rtl');
  await inboxRow(page, admin).getByRole('button').click();
  expect(await directionOf(page.locator('[data-message-id]').getByText(hebrew))).toBe('rtl');
  await expectWritten(page, 'Write a message');
});

async function expectWritten(page: Page, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name });
  await field.fill(hebrew);
  expect(await directionOf(field)).toBe('rtl');
  await field.fill('');
}

test('the title and the text of a post are written in their own direction; a long title grows its field', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.admin(), '/new/richtext');
  const title = page.getByRole('textbox', { name: 'Title' });
  const text = page.getByRole('textbox', { name: 'Text of the post' });
  await expect(text).toBeVisible();
  const { height } = await boxOf(title);
  await title.fill(hebrew);
  expect(await directionOf(title)).toBe('rtl');
  await title.fill('A long day by the water, with boats, a picnic, two dogs and a late train home');
  expect((await boxOf(title)).height).toBeGreaterThan(height * 1.8);
  expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(
    2,
  );
  // Enter goes on to the text; a title has no lines.
  await title.press('Enter');
  await expect(text).toBeFocused();
  await expect(title).not.toHaveValue(/\n/);
  await page.keyboard.type(hebrew);
  expect(await directionOf(text.locator('p').first())).toBe('rtl');
});

const isCut = (element: Locator): Promise<boolean> =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);

/** Whether what an empty field asks for can be read whole. */
const showsPlaceholder = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(element);
    const brush = document.createElement('canvas').getContext('2d');
    const input = element as HTMLInputElement;
    if (!brush) throw new Error('It cannot be measured.');
    brush.font = font;
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return brush.measureText(input.placeholder).width <= room;
  });

for (const [language, describe, search] of [
  ['en', /^Describe picture/, 'Name, username or email'],
  ['ro', /^Descrie imaginea/, 'Nume, nume de utilizator sau e-mail'],
] as const) {
  test(`with text of twice the size nothing that one chooses from is cut (${language})`, async ({
    duet,
    as,
  }) => {
    const admin = await duet.otherAdmin('large');
    // Nearly as long as a name may be.
    await duet.person('constantin_alexa');
    await admin.api.call(accountsEndpoints['accounts.savePreferences'], { body: { language } });
    const page = await as(admin, '/admin/users', { viewport: { width: 1440, height: 900 } });
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await enlargeText(page, 200);
    const places = page.locator('nav li > span').filter({ visible: true });
    await expect(places).toHaveCount(7);
    for (const texts of [places, page.locator('tbody td:first-child p')])
      for (const text of await texts.all())
        expect(await isCut(text), (await text.textContent()) ?? undefined).toBe(false);
    expect(await brokenWords(page)).toEqual([]);
    expect(await showsPlaceholder(page.getByPlaceholder(search))).toBe(true);

    await page.goto('/new/gallery');
    await pick(page, photo('one.png'));
    const word = page.getByRole('button', { name: describe });
    await expect(word).toBeVisible();
    await enlargeText(page, 200);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await isCut(word), `${width} px`).toBe(false);
    }
  });
}
