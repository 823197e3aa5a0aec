import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page, Request } from '@playwright/test';
import { hold } from './harness/feed.ts';
import { picture } from './harness/picture.ts';
import { publishText } from './harness/posts.ts';
import { answerFirst } from './harness/requests.ts';
import { sentAwayFrom, stopTimeAtTimers, watchGuards } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

const isPublish = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/publish');
const isDraft = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/api/posts/draft');

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

async function write(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.type(text);
}

/** A reload while the text is already on the device. */
async function reloadWithText(page: Page): Promise<void> {
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
}

test.beforeEach(async ({ adminPage }) => {
  await adminPage.goto('/new/richtext');
  await expect(editorOf(adminPage)).toBeVisible();
});

test('the form has an editor, a publish and a discard button [RICH-01, RICH-02, SHELL-31]', async ({
  adminPage: page,
}) => {
  await expect(publishButton(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
});

test('publish is disabled as long as there is no text [RICH-04]', async ({ adminPage: page }) => {
  await expect(publishButton(page)).toBeDisabled();
  await write(page, '   ');
  await expect(publishButton(page)).toBeDisabled();
  await write(page, 'A walk');
  await expect(publishButton(page)).toBeEnabled();
});

test('formats what is written and inserts links with https:// [RICH-05, RICH-06]', async ({
  adminPage: page,
}) => {
  const editor = editorOf(page);
  await editor.click();
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('strong');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Bulleted list' }).click();
  await page.keyboard.type('one');
  await expect(editor.locator('strong')).toHaveText('strong');
  await expect(editor.locator('ul li')).toHaveText('one');

  for (const [typed, href] of [
    ['example.com', 'https://example.com'],
    ['http://example.org', 'http://example.org'],
  ] as const) {
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await dialog.getByLabel('Address').fill(typed);
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await expect(editor.locator(`a[href="${href}"]`)).toHaveText(typed);
    await page.keyboard.press('Enter');
  }
});

test('what is written survives a reload, until it is discarded [RICH-03, RICH-07, RICH-09]', async ({
  adminPage: page,
}) => {
  await page.getByRole('textbox', { name: 'Title' }).fill('By the lake');
  await write(page, 'The boats were out.');
  await reloadWithText(page);
  await expect(editorOf(page)).toHaveText('The boats were out.');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('By the lake');

  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(editorOf(page)).toHaveText('');
  await page.reload();
  await expect(editorOf(page)).toHaveText('');
});

test('publishes through a draft, waits for the feed, and forgets the local text [RICH-08, RICH-12, POST-67, POST-70, POST-73, POST-88, POST-89, POST-92, POST-93]', async ({
  adminPage: page,
}) => {
  await write(page, 'We planted the first tree.');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (isDraft(request)) calls.push(`draft ${request.postData()}`);
    if (isPublish(request)) calls.push(`publish ${JSON.parse(request.postData() ?? '{}').content}`);
    if (/\/api\/posts\?/.test(request.url()) && page.url().includes('/new/')) {
      const { searchParams } = new URL(request.url());
      calls.push(`poll ${searchParams.get('page')} ${searchParams.get('limit')}`);
    }
  });
  await page.evaluate(() => {
    const replace = history.replaceState;
    history.replaceState = function replaceState(...words) {
      if (String(words[2]).includes('refresh=')) performance.mark('left');
      replace.apply(history, words);
    };
  });
  await publishButton(page).click();
  await page.waitForURL(/\/home\?refresh=\d{13}$/);
  // By the clock of the page: whatever else the machine does, the test hears of it late.
  const waitedMs = await page.evaluate(() => {
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const published = asked.find(({ name }) => name.endsWith('/publish'))?.responseEnd ?? Number.NaN;
    return (performance.getEntriesByName('left')[0]?.startTime ?? Number.NaN) - published;
  });
  expect(waitedMs).toBeGreaterThan(1490);
  expect(calls.slice(0, 3)).toEqual([
    'draft {"postType":"richText"}',
    'publish <p>We planted the first tree.</p>',
    'poll 1 15',
  ]);
  await expect(page.getByText('We planted the first tree.').first()).toBeVisible();
  await page.goto('/new/richtext');
  await expect(editorOf(page)).toHaveText('');
});

test('asks the feed ten times, 500 ms apart, for a post that does not show [POST-90, POST-91]', async ({
  adminPage: page,
}) => {
  let polls = 0;
  await page.route('**/api/posts?*limit=15*', (route) => {
    polls += 1;
    const pagination = { page: 1, limit: 15, hasMore: false, totalCount: 0 };
    return route.fulfill({ json: { success: true, data: { posts: [], pagination } } });
  });
  await write(page, 'Nobody sees me.');
  const almost = await stopTimeAtTimers(page);
  await publishButton(page).click();
  for (let tries = 1; tries < 10; tries += 1) {
    await almost(500);
    expect(polls).toBe(tries);
    await page.clock.runFor(1);
  }
  await page.waitForURL(/\/home\?refresh=/);
  expect(polls).toBe(10);
});

test('a picture is uploaded into the draft and published with the text', async ({
  adminPage: page,
  duet,
  as,
}) => {
  await write(page, 'Look at this: ');
  const uploaded = page.waitForResponse('**/api/upload/image');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await (await chooser).setFiles({
    name: 'sunset-on_the-lake.png',
    mimeType: 'image/png',
    buffer: Buffer.from(picture(640, 480)),
  });
  await uploaded;
  const image = editorOf(page).getByRole('img', { name: 'sunset on the lake' });
  await expect(image).toBeVisible();
  await reloadWithText(page);
  await expect(image).toBeVisible();
  await publishButton(page).click();
  await page.waitForURL(/\/home\?refresh=/);

  const { data } = await duet.guest.call(postsEndpoints['posts.feed'], { query: { limit: '1' } });
  expect(data.posts[0]?.imageUrl).toMatch(/^\/media\/photos\//);
  const guest = await as(null, `/post/${data.posts[0]?._id}`);
  const shown = guest.getByRole('img', { name: 'sunset on the lake' });
  // Of its sizes it takes the one for this screen, and its width is counted in the pixels in which it is shown.
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.currentSrc]))
    .toEqual([true, expect.stringMatching(/_640\.webp$/)]);
});

for (const [what, failing, text] of [
  ['draft creation', '**/api/posts/draft', 'Failed to create draft'],
  ['publish', '**/api/posts/*/publish', 'Failed to publish draft'],
] as const) {
  test(`a failing ${what} says so and keeps the text [POST-83, POST-84]`, async ({ adminPage: page }) => {
    await page.route(failing, (route) => route.fulfill({ status: 500, json: { success: false } }));
    await write(page, 'Not lost.');
    await publishButton(page).click();
    await expect(toast(page, text)).toBeVisible();
    await expect(editorOf(page)).toHaveText('Not lost.');
    await reloadWithText(page);
    await expect(editorOf(page)).toHaveText('Not lost.');
  });
}

test('a publish that gets no answer says that the post was not published [POST-85]', async ({
  adminPage: page,
}) => {
  await page.route('**/api/posts/*/publish', (route) => route.abort());
  await write(page, 'No line.');
  await publishButton(page).click();
  await expect(toast(page, 'Failed to publish post')).toBeVisible();
});

test('a refused publish deletes the draft, and the next try makes a new one [POST-69]', async ({
  adminPage: page,
}) => {
  await write(page, 'Second time lucky.');
  await answerFirst(page, '**/api/posts/*/publish', (route) => route.fulfill({ status: 422, json: {} }));
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
  await publishButton(page).click();
  const { pathname, search } = new URL((await deleted).url());
  expect(pathname).toMatch(/^\/api\/posts\/[\w-]{36}$/);
  expect(search).toBe('?draft=true');
  await expect(toast(page, 'Failed to publish draft')).toBeVisible();
  await publishButton(page).click();
  await page.waitForURL(/\/home\?refresh=/);
});

test('the pictures of a refused publish stay, although its draft is deleted', async ({ adminPage: page }) => {
  await write(page, 'Still here: ');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const file = { name: 'garden.png', mimeType: 'image/png', buffer: Buffer.from(picture(320, 240, 120)) };
  await (await chooser).setFiles(file);
  const image = editorOf(page).getByRole('img', { name: 'garden' });
  await expect(image).toHaveJSProperty('naturalWidth', 320);
  await answerFirst(page, '**/api/posts/*/publish', (route) => route.fulfill({ status: 400, json: {} }));
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await publishButton(page).click();
  expect((await deleted).status()).toBe(200);
  await reloadWithText(page);
  await expect(image).toHaveJSProperty('naturalWidth', 320);
  await publishButton(page).click();
  await page.waitForURL(/\/home\?refresh=/);
});

test('a draft without an id is told [POST-87]', async ({ adminPage: page }) => {
  await page.route('**/api/posts/draft', (route) => route.fulfill({ json: { success: true, data: {} } }));
  await write(page, 'Where am I?');
  await publishButton(page).click();
  await expect(toast(page, 'Draft ID is missing')).toBeVisible();
});

test('publishing before the editor has loaded is told [RICH-11]', async ({ adminPage: page }) => {
  await write(page, 'Quick!');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  // The editor's code never arrives.
  await page.route(/\/assets\/Editor-.*\.js$/, () => undefined);
  await page.reload();
  await publishButton(page).click();
  await expect(toast(page, 'Editor is not ready. Please wait a moment and try again.')).toBeVisible();
});

test.describe('editing', () => {
  test('loads the post into the editor and saves its content [POST-94, POST-95, RICH-13, SHELL-35]', async ({
    adminPage: page,
    duet,
  }) => {
    const post = await publishText(await duet.admin(), '<h2>Plans</h2><p>Paint the door.</p>', {
      title: 'Spring',
    });
    const loaded = page.waitForRequest(`**/api/posts/${post._id}`);
    await page.goto(`/edit/${post._id}`);
    await loaded;
    await expect(editorOf(page).locator('h2')).toHaveText('Plans');
    await editorOf(page).getByText('Paint the door.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Blue!');
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(JSON.parse((await saved).postData() ?? '{}').content).toBe(
      '<h2>Plans</h2><p>Paint the door. Blue!</p>',
    );
    await page.waitForURL(`**/post/${post._id}`);
    await expect(page.getByRole('article').getByText('Paint the door. Blue!')).toBeVisible();
  });

  test('block JSON comes into the editor as text', async ({ adminPage: page, duet }) => {
    const blocks = [
      { type: 'header', data: { text: 'Recipe', level: 2 } },
      { type: 'list', data: { style: 'ordered', items: ['Flour', 'Water'] } },
    ];
    const post = await publishText(await duet.admin(), JSON.stringify({ blocks }));
    await page.goto(`/edit/${post._id}`);
    await expect(editorOf(page).locator('h2')).toHaveText('Recipe');
    await expect(editorOf(page).locator('ol li')).toHaveText(['Flour', 'Water']);
  });

  test('a failed save says so and keeps the changes over a reload [POST-86]', async ({
    adminPage: page,
    duet,
  }) => {
    const post = await publishText(await duet.admin(), '<p>Before.</p>');
    await page.goto(`/edit/${post._id}`);
    await page.route(`**/api/posts/${post._id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await editorOf(page).getByText('Before.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' After.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast(page, 'Failed to update post')).toBeVisible();
    await reloadWithText(page);
    await expect(editorOf(page)).toHaveText('Before. After.');
  });

  test('another type is not edited, and the error offers the ways out [POST-98, POST-99, POST-100]', async ({
    as,
    duet,
  }) => {
    const admin = await duet.admin();
    const post = await publishText(admin, '<p>Odd.</p>');
    // A session of its own, which the last step ends.
    const page = await as(await duet.signIn(admin.username));
    await page.route(`**/api/posts/${post._id}`, (route) =>
      route.fulfill({ json: { success: true, data: { post: { ...post, postType: 'x' } } } }),
    );
    await page.goto(`/edit/${post._id}`);
    await expect(page.getByText('Post type not supported for editing')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go back' })).toBeVisible();
    // The server need not have heard of it.
    const logOut = await hold(page, ({ pathname }) => pathname === '/api/auth/logout');
    await page.getByRole('button', { name: 'Log in as admin' }).click();
    await page.waitForURL('**/login');
    logOut();
  });

  test('a person who is no admin is denied [POST-101, POST-102, POST-103, SHELL-45, SHELL-60]', async ({
    duet,
    as,
  }) => {
    const post = await publishText(await duet.admin(), '<p>Mine.</p>');
    const page = await as(await duet.person());
    await watchGuards(page);
    const { to, seen } = await sentAwayFrom(page, `/edit/${post._id}`);
    expect(to).toBe('/home');
    expect(seen).toContain('Access denied. Admin privileges required.');
    expect(seen).toContain('Admin access required to edit posts');
  });
});
