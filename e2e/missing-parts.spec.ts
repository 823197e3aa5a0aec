import type { Post } from '@duet/contract/posts/shapes';
import type { Page } from '@playwright/test';
import { commentButton } from './harness/comments.ts';
import { cardOf } from './harness/feed.ts';
import { picture } from './harness/picture.ts';
import { publishGallery } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

/** Opens a page as an admin, for whom the code of one part of the app does not come. */
async function openWithout(page: Page, part: string, path: string): Promise<void> {
  await page.route(fileOf(part), (route) => route.abort());
  await page.goto(path);
  await splashIsGone(page);
}

const fileOf = (part: string) => new RegExp(`/assets/${part}-[^/]+\\.js$`);
const missing = (page: Page) => page.getByRole('dialog', { name: 'Something is missing' });
const newPost = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'New post' });

test('the menu of what to publish says that it did not load, and opens after another try', async ({
  adminPage: page,
}) => {
  await openWithout(page, 'NewPostMenu', '/home');
  await newPost(page).click();
  await expect(missing(page)).toContainText('Check your connection and try again.');
  await missing(page).getByRole('button', { name: 'Close' }).click();
  await expect(missing(page)).toHaveCount(0);
  await newPost(page).click();
  await page.unroute(fileOf('NewPostMenu'));
  await missing(page).getByRole('button', { name: 'Try Again' }).click();
  await splashIsGone(page);
  await newPost(page).click();
  await expect(page.getByRole('dialog', { name: 'New post' })).toBeVisible();
});

interface Opening {
  /** The file whose code does not come. */
  readonly part: string;
  readonly what: string;
  readonly path?: string;
  readonly open: (page: Page, post: Post) => Promise<void>;
}

const openings: readonly Opening[] = [
  {
    part: 'AuthorProfile',
    what: 'the profile of an author',
    open: (page, post) => cardOf(page, post).getByRole('button', { name: 'admin', exact: true }).click(),
  },
  {
    part: 'CountDialog',
    what: 'the dialog of the views',
    open: async (page, post) => {
      await cardOf(page, post).getByRole('button', { name: 'Options for the post by admin' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Set views' }).click();
    },
  },
  {
    part: 'PostComments',
    what: 'the comments of a post',
    open: (page, post) => commentButton(page, post).click(),
  },
  {
    part: 'GalleryViewer',
    what: 'the viewer of pictures',
    open: (page, post) => cardOf(page, post).getByRole('button', { name: 'Open picture 1 of 2' }).click(),
  },
  {
    part: 'NewMessage',
    what: 'whom to write to',
    path: '/messages',
    open: (page) => page.getByRole('button', { name: 'New message' }).click(),
  },
  {
    part: 'CropPhoto',
    what: 'the part of a profile photo',
    path: '/profile',
    open: async (page) => {
      const chosen = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose from library' }).click();
      const buffer = Buffer.from(picture(400, 300));
      await (await chosen).setFiles({ name: 'us.png', mimeType: 'image/png', buffer });
    },
  },
];

for (const { part, what, path = '/home', open } of openings) {
  test(`a page stays as it is where ${what} did not load`, async ({ duet, adminPage: page }) => {
    const post = await publishGallery(await duet.admin(), 2);
    await openWithout(page, part, path);
    const shown = page.getByRole('main').getByRole('heading', { level: 1 });
    const title = await shown.textContent();
    await open(page, post);
    await expect(missing(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(missing(page)).toHaveCount(0);
    await expect(shown).toHaveText(title ?? '');
    if (path === '/home') await expect(cardOf(page, post)).toBeVisible();
    await expect(newPost(page)).toBeVisible();
  });
}
