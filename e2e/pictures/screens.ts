import type { Page } from '@playwright/test';

export type Visitor = 'guest' | 'user' | 'admin';

interface Screen {
  /** Names the picture's file. */
  readonly name: string;
  readonly as: Visitor;
  readonly path: string;
  /** Brings the page into the state to be shown. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const firstPost = async (page: Page) => {
  await page.getByRole('article').first().waitFor();
};

/** Opens the newest post of a type on its own page. */
const openPost = (type: 'gallery' | 'video' | 'richText') => async (page: Page) => {
  const id = await page.evaluate(async (wanted) => {
    const answer = await fetch('/api/posts?limit=50').then((response) => response.json());
    return (answer.data.posts as { _id: string; postType: string }[]).find(
      ({ postType }) => postType === wanted,
    )?._id;
  }, type);
  await page.goto(`/post/${id}`);
  await page.locator('#splash').waitFor({ state: 'detached' });
  await firstPost(page);
};

/** Every screen and modal worth looking at. */
export const screens: readonly Screen[] = [
  { name: 'feed-guest', as: 'guest', path: '/home', prepare: firstPost },
  { name: 'login', as: 'guest', path: '/login' },
  { name: 'register', as: 'guest', path: '/register' },
  {
    name: 'login-prompt',
    as: 'guest',
    path: '/home',
    async prepare(page) {
      await firstPost(page);
      await page
        .locator('article')
        .first()
        .getByRole('button', { name: /like|apreci|plac/i })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'feed-user', as: 'user', path: '/home', prepare: firstPost },
  { name: 'profile', as: 'user', path: '/profile' },
  { name: 'setup-profile', as: 'user', path: '/setup-profile' },
  { name: 'messages', as: 'user', path: '/messages' },
  {
    name: 'thread',
    as: 'user',
    path: '/messages',
    async prepare(page) {
      await page.locator('li > button[aria-haspopup="dialog"]:visible').first().click();
      await page.getByRole('textbox').waitFor();
    },
  },
  {
    name: 'comments',
    as: 'user',
    path: '/home',
    async prepare(page) {
      await openPost('gallery')(page);
      await page
        .getByRole('article')
        .getByRole('button', { name: /comment|comentari/i })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'viewer',
    as: 'user',
    path: '/home',
    async prepare(page) {
      await openPost('gallery')(page);
      await page
        .getByRole('article')
        .getByRole('button', { name: /picture|imagine|poz|fotografi/i })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'video', as: 'user', path: '/home', prepare: openPost('video') },
  { name: 'feed-admin', as: 'admin', path: '/home', prepare: firstPost },
  {
    name: 'post',
    as: 'admin',
    path: '/home',
    prepare: openPost('richText'),
  },
  {
    name: 'post-menu',
    as: 'admin',
    path: '/home',
    async prepare(page) {
      await firstPost(page);
      await page.locator('article').first().locator('[aria-haspopup="dialog"]').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'new-richtext', as: 'admin', path: '/new/richtext' },
  { name: 'new-gallery', as: 'admin', path: '/new/gallery' },
  { name: 'new-video', as: 'admin', path: '/new/video' },
  { name: 'admin', as: 'admin', path: '/admin' },
  { name: 'admin-activity', as: 'admin', path: '/admin/activity' },
  { name: 'admin-users', as: 'admin', path: '/admin/users' },
  { name: 'admin-audit', as: 'admin', path: '/admin/audit' },
];
