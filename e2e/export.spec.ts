import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportPath } from '@duet/contract/export/route';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { Page, Route } from '@playwright/test';
import { writeComment } from './harness/comments.ts';
import { fail } from './harness/feed.ts';
import { publishGallery, publishText, uploadImage } from './harness/posts.ts';
import { answerFirst } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';
import { unzip } from './harness/unzip.ts';

const isExport = (url: URL) => url.pathname === exportPath;
const section = (page: Page) => page.getByRole('region', { name: 'Your data' });
const button = (page: Page) => section(page).getByRole('button', { name: 'Download my data' });

test.describe('the download of own data', () => {
  test('asks for the password where one signed in long ago, and goes on with it', async ({ duet, as }) => {
    const person = await duet.person();
    const page = await as(person, '/profile');
    const refuse = (route: Route) =>
      route.fulfill({
        status: 403,
        json: {
          success: false,
          code: 'PROOF_NEEDED',
          error: 'Please confirm with your password that it is you.',
        },
      });
    await answerFirst(page, isExport, refuse);
    await button(page).click();
    const proof = page.getByRole('dialog', { name: 'Is it you?' });
    await proof.getByLabel('Password', { exact: true }).fill(person.password);
    const downloaded = page.waitForEvent('download');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    expect((await downloaded).suggestedFilename()).toMatch(/\.zip$/);
    await answerFirst(page, isExport, refuse);
    await button(page).click();
    await expect(proof).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(section(page).getByRole('alert')).toHaveText(
      'Please confirm with your password that it is you.',
    );
  });

  test('opens from the disk, with the words and the pictures themselves', async ({ fresh, browser }) => {
    const duet = await fresh();
    const [admin, dan] = [await duet.admin(), await duet.person('dan')];
    const { url } = await uploadImage(admin);
    await publishText(admin, `<p>We saw <strong>herons</strong></p><img src="${url}" alt="A heron">`, {
      title: 'By the lake',
    });
    const album = await publishGallery(admin, 3, { caption: 'Three of "us" & <more>' });
    await writeComment(admin, album, 'My own <b>words</b>');
    for (const [from, to, message] of [
      [admin, dan, 'Hello Dan'],
      [dan, admin, 'Hello to you'],
    ] as const) {
      await from.api.call(messagesEndpoints['messages.send'], { body: { recipientId: to.id, message } });
    }

    const page = await duet.page(browser, admin);
    await page.goto('/profile');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page).click()]);
    expect(download.suggestedFilename()).toMatch(/^duet-admin-\d{4}-\d\d-\d\d\.zip$/);
    await expect(section(page).getByRole('status')).toHaveText(
      `Your data is saved as ${download.suggestedFilename()}.`,
    );

    const folder = await mkdtemp(join(tmpdir(), 'duet-export-'));
    const names = await unzip(await download.path(), folder);
    expect(names.filter((name) => name.startsWith('media/photos/'))).toHaveLength(4);
    const requests: string[] = [];
    const disk = await browser.newPage({ offline: true });
    disk.on('request', (request) => requests.push(request.url()));
    const failures: string[] = [];
    disk.on('requestfailed', (request) => failures.push(request.url()));
    disk.on('console', (message) => failures.push(message.text()));
    await disk.goto(pathToFileURL(join(folder, 'index.html')).href);
    await expect(disk.getByRole('heading', { level: 1 })).toHaveText('The Duet data of admin');
    await expect(disk.locator('strong', { hasText: 'herons' })).toBeVisible();
    await expect(disk.getByText('Three of "us" & <more>', { exact: true })).toBeVisible();
    await expect(disk.getByText('My own <b>words</b>')).toBeVisible();
    await disk.locator('summary', { hasText: dan.username }).click();
    await expect(disk.getByText('Hello to you')).toBeVisible();

    const pictures = disk.locator('img');
    await expect(pictures).toHaveCount(8);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    }
    expect(failures).toEqual([]);
    expect(requests.every((address) => address.startsWith('file:'))).toBe(true);
    for (const width of [390, 1440]) {
      await disk.setViewportSize({ width, height: 900 });
      const wider = await disk.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(wider).toBe(false);
    }
    await disk.close();
    await page.context().close();
    await rm(folder, { recursive: true });
  });

  test('shows how far it is, can be cancelled, and says what went wrong', async ({ duet, as }) => {
    const page = await as(await duet.person(), '/profile');
    const gate = Promise.withResolvers<void>();
    await page.route(isExport, async (route) => {
      await gate.promise;
      await route.continue().catch(() => undefined);
    });
    await button(page).click();
    await expect(section(page).getByRole('button', { name: 'Downloading: 0.0 MB' })).toBeDisabled();
    await section(page).getByRole('button', { name: 'Cancel the download' }).click();
    await expect(button(page)).toBeEnabled();
    gate.resolve();
    await page.unroute(isExport);

    for (const [answer, said] of [
      [{ status: 429, text: 'Too many tries. Please wait.' }, 'Too many tries. Please wait.'],
      [{ status: 500, text: undefined }, 'Your data could not be downloaded. Please try again.'],
    ] as const) {
      await page.route(isExport, (route) => fail(route, answer.status, answer.text));
      await button(page).click();
      await expect(section(page).getByRole('alert')).toHaveText(said);
      await page.unroute(isExport);
    }
    const [download] = await Promise.all([page.waitForEvent('download'), button(page).click()]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    await expect(section(page).getByRole('alert')).toHaveCount(0);
  });
});
