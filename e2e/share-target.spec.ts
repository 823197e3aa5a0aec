import type { Page } from '@playwright/test';
import { items, photo, uploaded } from './harness/gallery.ts';
import { expect, test } from './harness/test.ts';

test.use({ serviceWorkers: 'allow' });

type Photo = ReturnType<typeof photo>;

/** The form that a phone's sharing amounts to: a navigation that posts files. */
const form = (origin: string) =>
  `<form method="post" enctype="multipart/form-data" action="${origin}/share-target">
     <input type="file" name="pictures" multiple><button>Share</button></form>`;

/** Posts from whatever page is open. */
async function post(page: Page, files: readonly Photo[]): Promise<void> {
  await page.locator('input').setInputFiles([...files]);
  await page.getByRole('button', { name: 'Share' }).click();
}

async function share(page: Page, origin: string, ...files: Photo[]): Promise<void> {
  await page.goto('/home');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('about:blank');
  await page.setContent(form(origin));
  await post(page, files);
}

/** Posts from a page of another site, which may hide where it is. */
async function shareFromElsewhere(
  page: Page,
  origin: string,
  policy: string,
  ...files: Photo[]
): Promise<void> {
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'referrer-policy': policy },
      body: form(origin),
    }),
  );
  await page.goto('http://elsewhere.test/');
  await post(page, files);
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Add these pictures to a new post?' });
const waiting = (page: Page) => question(page).getByRole('button', { name: /^Picture/ });
const add = (page: Page, name: RegExp) => question(page).getByRole('button', { name });

/** Everything that the page sends to change something. */
function changes(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && /upload|draft|publish/.test(pathname)) sent.push(pathname);
  });
  return sent;
}

test('pictures shared with the app by an admin are shown first, and stand in a new gallery once they are wanted', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.admin());
  const sent = changes(page);
  await share(
    page,
    duet.url,
    photo('sea.png', 200),
    photo('hill & dale ș.png', 90),
    photo('blurred.png', 30),
  );
  await expect(page).toHaveURL(`${duet.url}/new/gallery`);
  await expect(waiting(page)).toHaveCount(3);
  await expect(waiting(page).nth(1)).toHaveAccessibleName('Picture 2: hill & dale ș.png');
  await expect(question(page).locator('img')).toHaveCount(3);
  await expect(items(page)).toHaveCount(0);
  expect(sent).toEqual([]);

  await waiting(page).nth(2).click();
  await add(page, /^Add 2 pictures$/).click();
  await expect(items(page)).toHaveCount(2);
  await expect(uploaded(page)).toHaveCount(2);
  await expect(items(page).nth(0)).toHaveAttribute('aria-label', /sea\.png/);
  await expect(items(page).nth(1)).toHaveAttribute('aria-label', /hill & dale ș\.png/);
  await page.reload();
  await expect(items(page)).toHaveCount(2);
  await expect(question(page)).toHaveCount(0);
});

test('a page of another site uploads nothing, and takes nothing away from what waits', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.admin());
  const sent = changes(page);
  await share(page, duet.url, photo('mine.png', 200));
  await expect(waiting(page)).toHaveCount(1);

  await shareFromElsewhere(page, duet.url, 'unsafe-url', photo('theirs.png', 30));
  await expect(page).toHaveURL(`${duet.url}/home`);
  await shareFromElsewhere(page, duet.url, 'no-referrer', photo('theirs, in disguise.png', 60));
  await expect(waiting(page)).toHaveCount(2);
  await expect(waiting(page).nth(0)).toHaveAccessibleName('Picture 1: mine.png');
  await expect(waiting(page).nth(1)).toHaveAccessibleName('Picture 2: theirs, in disguise.png');
  await expect(items(page)).toHaveCount(0);
  expect(sent).toEqual([]);

  await waiting(page).nth(1).click();
  await add(page, /^Add 1 picture$/).click();
  await expect(uploaded(page)).toHaveCount(1);
  await page.reload();
  await expect(items(page)).toHaveCount(1);
  await expect(question(page)).toHaveCount(0);
});

test('what was shared waits until there is a word about it, and is gone once it is discarded', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.admin());
  const sent = changes(page);
  await share(page, duet.url, photo('sea.png', 200));
  await expect(waiting(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await page.reload();
  await expect(waiting(page)).toHaveCount(1);
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(question(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add pictures' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('of more pictures than a gallery takes the first 50 wait, and the rest is said', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.admin());
  await share(page, duet.url, ...Array.from({ length: 53 }, (_, at) => photo(`${at + 1}.png`, at)));
  await expect(waiting(page)).toHaveCount(50);
  await expect(question(page)).toContainText(
    '3 pictures did not fit: at most 50 pictures and 250\u00a0MB can wait here.',
  );
  await question(page).getByRole('button', { name: 'Discard' }).click();
});

test('others who share are sent to the feed as from any page of admins', async ({ duet, as }) => {
  for (const person of [await duet.person(), null]) {
    const page = await as(person);
    await share(page, duet.url, photo('sea.png'));
    await expect(page).toHaveURL(`${duet.url}/home`);
  }
});
