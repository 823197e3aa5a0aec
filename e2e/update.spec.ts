import type { Page } from '@playwright/test';
import { Duet } from './harness/duet.ts';
import { caption, names, newest, photo, pick, uploaded } from './harness/gallery.ts';
import { appIsCached } from './harness/offline-app.ts';
import { openWithEvents } from './harness/requests.ts';
import { startServer } from './harness/server.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';
import { type Build, type TwoBuilds, twoBuilds } from './harness/two-builds.ts';

/** A build of the web app takes its time on a busy machine. */
test.setTimeout(180_000);

const [before, after] = ['Saved on this device', 'Kept by the new version'] as const;
const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
/** Also while it is hidden, because somebody writes. */
const notice = (page: Page) =>
  page.getByRole('status', { includeHidden: true }).filter({ hasText: 'Duet has a new version' });
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Admin Dashboard' });

/**
 * The answer to the request for the dashboard's code. Not for its style sheet: one that has not changed is the same file in
 * both builds.
 */
const codeOfDashboard = (page: Page) =>
  page.waitForResponse((response) => /\/assets\/AdminScreen-[^/]+\.js$/.test(response.url()));

/** A mark that only a page has which was not loaded anew. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { wasHere: true }));
const wasHere = (page: Page) => page.evaluate(() => 'wasHere' in globalThis);

test.describe('an update of the server while the app is open', () => {
  let builds: TwoBuilds;
  let duet: Duet;
  let page: Page;

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    builds = await twoBuilds(before, after);
  });
  test.afterAll(() => builds.dispose());

  test.beforeEach(async ({ browser, database, contextOptions, viewport }) => {
    await builds.serve('former');
    duet = new Duet(await startServer(database, {}, builds.folder));
    const admin = await duet.admin();
    page = await duet.page(browser, admin, { ...contextOptions, viewport, serviceWorkers: 'allow' });
  });
  test.afterEach(async () => {
    await page.context().close();
    await duet.server.dispose();
  });

  async function open(path: string, ready: (page: Page) => Promise<void>, on = page): Promise<void> {
    // What the page hears of an update by.
    await openWithEvents(on, path);
    await splashIsGone(on);
    await ready(on);
    await mark(on);
  }
  const writeText = async (on: Page) => {
    await on.getByRole('textbox', { name: 'Title' }).fill('The long way home');
    await editorOf(on).click();
    await on.keyboard.type('Over the hills and ');
    await expect(on.getByText(before)).toBeVisible();
    await appIsCached(on);
  };
  const update = async (build: Build) => {
    await duet.server.end();
    await builds.serve(build);
    await duet.server.restart();
  };

  test('loses nothing, loads the parts that belong to the open page, and asks before it loads the new version', async () => {
    await open('/new/richtext', writeText);
    const gallery = await page.context().newPage();
    await open(
      '/new/gallery',
      async (on) => {
        await pick(on, photo('one.png', 10), photo('two.png', 130));
        await expect(uploaded(on)).toHaveCount(2);
        await caption(on).fill('On the way');
        await expect(on.getByText(before)).toBeVisible();
      },
      gallery,
    );

    await update('next');
    // Somebody writes on while the server is another one; the notice waits until they pause.
    await editorOf(page).click();
    await page.keyboard.type('far away');
    await expect(notice(page)).toBeAttached({ timeout: 30_000 });
    await expect(editorOf(page)).toBeFocused();
    await expect(notice(page)).not.toBeVisible();
    await editorOf(page).blur();
    await expect(notice(page)).toBeVisible();
    await expect(notice(page)).toContainText('Posts, comments and messages that you have begun are kept.');

    const part = codeOfDashboard(page);
    await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
    expect((await part).status()).toBe(200);
    await expect(dashboard(page)).toBeVisible();
    await page.goBack();
    await expect(editorOf(page)).toContainText('Over the hills and far away');
    expect([await wasHere(page), await wasHere(gallery)]).toEqual([true, true]);

    for (const on of [page, gallery]) {
      await expect(notice(on)).toBeAttached({ timeout: 30_000 });
      const loaded = on.waitForEvent('load');
      await on.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await on.getByRole('button', { name: 'Load it' }).click();
      await loaded;
      await splashIsGone(on);
      expect(await wasHere(on)).toBe(false);
      await expect(notice(on)).toHaveCount(0);
    }
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('The long way home');
    await expect(editorOf(page)).toContainText('Over the hills and far away');
    await expect(page.getByText(after)).toBeVisible();
    await expect(uploaded(gallery)).toHaveCount(2);
    expect(await names(gallery)).toEqual(['Picture 1: one.png', 'Picture 2: two.png']);
    await expect(caption(gallery)).toHaveValue('On the way');
    await gallery.getByRole('button', { name: 'Publish', exact: true }).click();
    await gallery.waitForURL(/\/home\?refresh=/);
    expect(await newest(duet)).toMatchObject({ caption: 'On the way', mediaUrls: { length: 2 } });
  });

  test('can be put off', async () => {
    await open('/new/richtext', writeText);
    await update('next');
    await editorOf(page).blur();
    await expect(notice(page)).toBeVisible({ timeout: 30_000 });
    await notice(page).getByRole('button', { name: 'Later' }).click();
    await expect(notice(page)).toHaveCount(0);
    await expect(editorOf(page)).toContainText('Over the hills and');
    expect(await wasHere(page)).toBe(true);
  });

  test('says so where a part is gone, and what was written is there after loading anew', async () => {
    await open('/new/richtext', writeText);
    await update('nextAlone');
    const part = codeOfDashboard(page);
    await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
    expect((await part).status()).toBe(404);
    const missing = page.getByRole('alert').filter({ hasText: 'Duet has a new version' });
    await expect(missing).toContainText('that you have begun are kept');
    await expect(page.getByRole('banner')).toBeVisible();
    expect(await wasHere(page)).toBe(true);

    await missing.getByRole('button', { name: 'Try Again' }).click();
    await expect(dashboard(page)).toBeVisible();
    expect(await wasHere(page)).toBe(false);
    await open('/new/richtext', async (on) => {
      await expect(on.getByRole('textbox', { name: 'Title' })).toHaveValue('The long way home');
      await expect(editorOf(on)).toContainText('Over the hills and');
      await expect(on.getByText(after)).toBeVisible();
    });
  });
});
