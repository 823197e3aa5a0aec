import type { Page } from '@playwright/test';
import { serverAnswer } from '../harness/requests.ts';
import { dialog, firstPost, openComments, openKind, openPost, type Screen } from './screen.ts';
import { changed, failing, neverAnswered } from './stub-answers.ts';

const postMenu = async (page: Page) => {
  await firstPost(page);
  await page
    .locator('article')
    .first()
    .getByRole('button', { name: /^(options|opțiuni)/i })
    .click();
  await dialog(page);
};

const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await dialog(page);
};

/** The bytes of what the demo shows: the first pictures, or the video. */
const mediaOf = (page: Page, kind: 'pictures' | 'video') =>
  page.evaluate(async (wanted) => {
    const answer = await fetch('/api/posts?limit=50').then((response) => response.json());
    const posts = answer.data.posts as { mediaUrls?: string[]; videoUrl?: string }[];
    const all =
      wanted === 'video' ? posts.map((post) => post.videoUrl) : posts.flatMap((post) => post.mediaUrls ?? []);
    const urls = all.filter((url) => url !== undefined && url !== null).slice(0, wanted === 'video' ? 1 : 3);
    return Promise.all(urls.map(async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())]));
  }, kind);

const pickPictures = async (page: Page) => {
  const photos = await mediaOf(page, 'pictures');
  await page.locator('[data-route="/new/gallery"] input[type="file"][multiple]').setInputFiles(
    photos.map((bytes, at) => ({
      name: `photo-${at + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(bytes),
    })),
  );
  await page.locator('li progress').nth(2).waitFor();
};

const scrollToText = (text: RegExp) => async (page: Page) => {
  await page.getByRole('heading', { name: text }).first().waitFor();
  await page.getByRole('heading', { name: text }).first().scrollIntoViewIfNeeded();
};

/** What only admins see. */
export const admins: readonly Screen[] = [
  { name: 'feed-admin', as: 'admin', path: '/home', prepare: firstPost },
  { name: 'post', as: 'admin', path: '/home', prepare: openKind('richText') },
  { name: 'post-menu', as: 'admin', path: '/home', prepare: postMenu },
  {
    name: 'post-delete',
    as: 'admin',
    path: '/home',
    async prepare(page) {
      await postMenu(page);
      await page.getByRole('button', { name: /^(delete|șterge)/i }).click();
      await page.getByRole('dialog').getByRole('heading', { name: /\?/ }).waitFor();
    },
  },
  {
    name: 'post-counts',
    as: 'admin',
    path: '/home',
    async prepare(page) {
      await postMenu(page);
      await page.getByRole('button', { name: /^(set|stabil|setează).*(like|apreci)/i }).click();
      await page.getByRole('spinbutton').or(page.getByRole('textbox')).first().waitFor();
    },
  },
  {
    name: 'new-post-menu',
    as: 'admin',
    path: '/home',
    prepare: press(/new post|postare nouă/i),
  },
  { name: 'new-richtext', as: 'admin', path: '/new/richtext' },
  {
    name: 'new-richtext-written',
    as: 'admin',
    path: '/new/richtext',
    async prepare(page) {
      const text = page.locator('[contenteditable="true"]');
      await text.click();
      await page.keyboard.type('Today we planted the lemon tree. ');
      await page.keyboard.press('Enter');
      await page.keyboard.type('It is small, and so is the balcony.');
    },
  },
  { name: 'new-gallery', as: 'admin', path: '/new/gallery' },
  {
    name: 'new-gallery-picked',
    as: 'admin',
    path: '/new/gallery',
    before: neverAnswered('/api/upload/gallery-image'),
    loading: true,
    prepare: pickPictures,
  },
  {
    name: 'gallery-describe',
    as: 'admin',
    path: '/new/gallery',
    before: neverAnswered('/api/upload/gallery-image'),
    loading: true,
    async prepare(page) {
      await pickPictures(page);
      await page
        .getByRole('button', { name: /^(describe|descrie)/i })
        .first()
        .click();
      await dialog(page);
    },
  },
  {
    name: 'new-video-picked',
    as: 'admin',
    path: '/new/video',
    async prepare(page) {
      const [video] = await mediaOf(page, 'video');
      const file = { name: 'at-sea.mp4', mimeType: 'video/mp4', buffer: Buffer.from(video ?? []) };
      await page.locator('[data-route="/new/video"] input[type="file"]').first().setInputFiles(file);
      await page.locator('[data-route="/new/video"] img').nth(2).waitFor();
    },
  },
  {
    name: 'comment-history',
    as: 'admin',
    path: '/home',
    async prepare(page) {
      await openPost((post) => (post.comment_count ?? 0) > 3)(page);
      await openComments(page);
      await page.locator('[data-comment-id] button[aria-haspopup="dialog"]', { hasText: /edit/ }).click();
      await page.locator('del, ins').first().waitFor();
    },
  },
  {
    name: 'activity-post',
    as: 'admin',
    path: '/admin/activity',
    async prepare(page) {
      await page.locator('[data-activity-type]').first().click();
      await page.getByRole('dialog').getByRole('article').waitFor();
    },
  },
  {
    name: 'password-link',
    as: 'admin',
    path: '/admin/users',
    async prepare(page) {
      await press(/^(edit|editează) /i)(page);
      await page.getByRole('dialog').getByRole('button').last().click();
      await page.getByRole('dialog').locator('input[readonly]').waitFor();
    },
  },
  { name: 'new-video', as: 'admin', path: '/new/video' },
  { name: 'admin', as: 'admin', path: '/admin' },
  {
    name: 'admin-middle',
    as: 'admin',
    path: '/admin',
    prepare: scrollToText(/what you can do|ce poți face/i),
  },
  { name: 'admin-end', as: 'admin', path: '/admin', prepare: scrollToText(/view tracking|vizualizăril/i) },
  {
    name: 'admin-loading',
    as: 'admin',
    path: '/admin',
    before: neverAnswered(/^\/api\/admin\/(numbers|reports)/),
    loading: true,
  },
  {
    name: 'media-cleanup',
    as: 'admin',
    path: '/admin',
    prepare: press(/media cleanup|curățarea fișierelor/i),
  },
  { name: 'draft-cleanup', as: 'admin', path: '/admin', prepare: press(/draft cleanup|curăț.*ciorn/i) },
  { name: 'admin-activity', as: 'admin', path: '/admin/activity' },
  {
    name: 'admin-activity-all',
    as: 'admin',
    path: '/admin/activity',
    async prepare(page) {
      await page.locator('[data-route="/admin/activity"] [aria-pressed]').last().click();
    },
  },
  {
    name: 'admin-activity-empty',
    as: 'admin',
    path: '/admin/activity',
    before: async (page) => {
      await page.route(
        ({ pathname }) => pathname === '/api/admin/activity',
        async (route) => {
          const response = await serverAnswer(route);
          const json = await response.json();
          await route.fulfill({ response, json: { ...json, activities: [] } });
        },
      );
    },
  },
  {
    name: 'admin-activity-loading',
    as: 'admin',
    path: '/admin/activity',
    before: neverAnswered('/api/admin/activity'),
    loading: true,
  },
  { name: 'admin-users', as: 'admin', path: '/admin/users' },
  {
    name: 'admin-users-loading',
    as: 'admin',
    path: '/admin/users',
    before: neverAnswered('/api/users'),
    loading: true,
  },
  { name: 'admin-users-error', as: 'admin', path: '/admin/users', before: failing('/api/users') },
  {
    name: 'admin-users-empty',
    as: 'admin',
    path: '/admin/users',
    before: changed('/api/users', (data) => {
      data.users = [];
      Object.assign(data.pagination, { totalUsers: 0, totalPages: 1 });
    }),
  },
  { name: 'edit-person', as: 'admin', path: '/admin/users', prepare: press(/^(edit|editează|modifică) /i) },
  { name: 'delete-person', as: 'admin', path: '/admin/users', prepare: press(/^(delete|șterge) /i) },
  { name: 'admin-audit', as: 'admin', path: '/admin/audit' },
  {
    name: 'admin-audit-all',
    as: 'admin',
    path: '/admin/audit',
    async prepare(page) {
      await page.getByRole('radio').last().check();
    },
  },
];
