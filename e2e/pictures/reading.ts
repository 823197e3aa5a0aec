import type { Page } from '@playwright/test';
import { dialog, firstPost, openComments, openKind, openPost, type Screen } from './screen.ts';
import { changed, failing, neverAnswered, unreachable } from './stub-answers.ts';

const feed = '/api/posts';
const longName = 'constantin_alexandru';
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const scrollTo = (share: number) => async (page: Page) => {
  await firstPost(page);
  await page.evaluate((part) => {
    const scroller = document.querySelector('[data-route="/home"] main');
    scroller?.scrollTo(0, scroller.scrollHeight * part);
  }, share);
};

const pickPhoto = async (page: Page) => {
  const bytes = await page.evaluate(async () => {
    const answer = await fetch('/api/posts?limit=20').then((response) => response.json());
    const [url] = (answer.data.posts as { mediaUrls?: string[] }[]).flatMap((post) => post.mediaUrls ?? []);
    return [...new Uint8Array(await (await fetch(url ?? '')).arrayBuffer())];
  });
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) };
  await page.locator('[data-route="/profile"] input[type="file"]').last().setInputFiles(photo);
  await dialog(page);
};

/** What guests and people see: the feed, posts, comments, messages, their own profile. */
export const reading: readonly Screen[] = [
  { name: 'feed-guest', as: 'guest', path: '/home', prepare: firstPost },
  { name: 'feed-middle', as: 'guest', path: '/home', prepare: scrollTo(0.3) },
  { name: 'feed-more', as: 'guest', path: '/home', prepare: scrollTo(1) },
  { name: 'feed-user', as: 'user', path: '/home', prepare: firstPost },
  {
    name: 'feed-empty',
    as: 'user',
    path: '/home',
    before: changed(feed, (data) => {
      data.posts = [];
      data.pagination = { ...data.pagination, totalCount: 0, hasMore: false };
    }),
  },
  {
    name: 'feed-empty-admin',
    as: 'admin',
    path: '/home',
    before: changed(feed, (data) => {
      data.posts = [];
      data.pagination = { ...data.pagination, totalCount: 0, hasMore: false };
    }),
  },
  {
    name: 'feed-end',
    as: 'guest',
    path: '/home',
    before: changed(feed, (data) => {
      data.posts = data.posts.slice(0, 2);
      data.pagination = { ...data.pagination, totalCount: 2, hasMore: false };
    }),
    prepare: scrollTo(1),
  },
  { name: 'feed-loading', as: 'guest', path: '/home', before: neverAnswered(feed), loading: true },
  { name: 'feed-error', as: 'guest', path: '/home', before: failing(feed) },
  {
    name: 'feed-offline',
    as: 'user',
    path: '/home',
    async before(page) {
      await page.goto('/home');
      await firstPost(page);
      await unreachable(feed)(page);
    },
    async prepare(page) {
      await firstPost(page);
      await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
    },
  },
  {
    name: 'update',
    as: 'user',
    path: '/home',
    async before(page) {
      await page.route('**/build.json', (route) => route.fulfill({ json: { app: '/assets/newer.js' } }));
    },
    async prepare(page) {
      await firstPost(page);
      await page.evaluate(() => dispatchEvent(new Event('vite:preloadError', { cancelable: true })));
      await page.getByRole('status').getByRole('button').first().waitFor();
    },
  },
  {
    name: 'feed-long',
    as: 'admin',
    path: '/home',
    before: changed(feed, (data) => {
      Object.assign(data.posts[0], {
        username: longName,
        profilePictureUrl: null,
        title: longWord,
        adminOnlyVisibility: true,
        totalLikes: 1_234_567,
        comment_count: 98_765,
        totalViews: 123_456_789,
      });
    }),
    prepare: firstPost,
  },
  { name: 'post-richtext', as: 'user', path: '/home', prepare: openKind('richText') },
  {
    name: 'post-guest',
    as: 'guest',
    path: '/home',
    prepare: openPost((post) => (post.comment_count ?? 0) > 1),
  },
  {
    name: 'post-one',
    as: 'user',
    path: '/home',
    prepare: openPost((post) => post.postType === 'gallery' && post.mediaUrls?.length === 1),
  },
  {
    name: 'post-many',
    as: 'user',
    path: '/home',
    prepare: openPost((post) => post.postType === 'gallery' && (post.mediaUrls?.length ?? 0) > 5),
  },
  { name: 'post-missing', as: 'user', path: '/post/00000000-0000-7000-8000-000000000000' },
  { name: 'video', as: 'user', path: '/home', prepare: openKind('video') },
  { name: 'not-found', as: 'user', path: '/no/such/page' },
  {
    name: 'author',
    as: 'user',
    path: '/home',
    async prepare(page) {
      await firstPost(page);
      await page.locator('article [aria-haspopup="dialog"]').first().click();
      await dialog(page);
    },
  },
  {
    name: 'comments',
    as: 'user',
    path: '/home',
    async prepare(page) {
      await openPost((post) => (post.comment_count ?? 0) > 3)(page);
      await openComments(page);
    },
  },
  {
    name: 'comments-admin',
    as: 'admin',
    path: '/home',
    async prepare(page) {
      await openPost((post) => (post.comment_count ?? 0) > 3)(page);
      await openComments(page);
    },
  },
  {
    name: 'comments-empty',
    as: 'user',
    path: '/home',
    async prepare(page) {
      await openPost((post) => (post.comment_count ?? 0) === 0)(page);
      await openComments(page);
    },
  },
  {
    name: 'comments-loading',
    as: 'user',
    path: '/home',
    before: neverAnswered(/^\/api\/comments\/post\//),
    loading: true,
    async prepare(page) {
      await openKind('gallery')(page);
      await openComments(page);
    },
  },
  {
    name: 'comments-error',
    as: 'user',
    path: '/home',
    before: failing(/^\/api\/comments\/post\//),
    async prepare(page) {
      await openKind('gallery')(page);
      await openComments(page);
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  {
    name: 'comment-report',
    as: 'user',
    path: '/home',
    async prepare(page) {
      await openPost((post) => (post.comment_count ?? 0) > 3)(page);
      await openComments(page);
      await page
        .locator('[data-comment-id]')
        .first()
        .getByRole('button', { name: /options|opțiuni/i })
        .click();
      await page
        .getByRole('button', { name: /^(report|raport|semnal)/i })
        .first()
        .click();
      await dialog(page);
    },
  },
  {
    name: 'viewer',
    as: 'user',
    path: '/home',
    async prepare(page) {
      await openPost((post) => post.postType === 'gallery' && (post.mediaUrls?.length ?? 0) > 2)(page);
      await page
        .getByRole('article')
        .getByRole('button', { name: /picture|fotografia/i })
        .first()
        .click();
      await dialog(page);
    },
  },
  { name: 'messages', as: 'user', path: '/messages' },
  { name: 'messages-full', as: 'admin', path: '/messages' },
  {
    name: 'messages-empty',
    as: 'user',
    path: '/messages',
    before: changed('/api/messages/conversations', (data) => {
      data.conversations = [];
    }),
  },
  {
    name: 'messages-loading',
    as: 'user',
    path: '/messages',
    before: neverAnswered('/api/messages/conversations'),
    loading: true,
  },
  { name: 'messages-error', as: 'user', path: '/messages', before: failing('/api/messages/conversations') },
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
    name: 'thread-loading',
    as: 'user',
    path: '/messages',
    before: neverAnswered(/^\/api\/messages\/conversation\//),
    loading: true,
    async prepare(page) {
      await page.locator('li > button[aria-haspopup="dialog"]:visible').first().click();
      await dialog(page);
    },
  },
  {
    name: 'thread-long',
    as: 'user',
    path: '/messages',
    before: changed(/^\/api\/messages\/conversation\//, (data) => {
      data.messages.at(-1).message = `${longWord} ${longWord}`;
      data.messages.at(-2).message = 'Da. '.repeat(120).trim();
      data.messages.at(-3).message = '🍋🌿';
    }),
    async prepare(page) {
      await page.locator('li > button[aria-haspopup="dialog"]:visible').first().click();
      await page.getByRole('textbox').waitFor();
    },
  },
  {
    name: 'thread-unsent',
    as: 'user',
    path: '/messages',
    before: failing('/api/messages'),
    async prepare(page) {
      await page.locator('li > button[aria-haspopup="dialog"]:visible').first().click();
      await page.getByRole('textbox').fill('Ajung la gară pe la trei. Aduc și plăcinta.');
      await page.getByRole('textbox').press('Enter');
      await page.locator('[data-state="failed"]').waitFor();
    },
  },
  { name: 'crop-photo', as: 'user', path: '/profile', prepare: pickPhoto },
  { name: 'profile', as: 'user', path: '/profile' },
  {
    name: 'profile-middle',
    as: 'user',
    path: '/profile',
    async prepare(page) {
      await page.locator('[data-route="/profile"] h2').nth(3).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'profile-end',
    as: 'user',
    path: '/profile',
    async prepare(page) {
      await page.locator('[data-route="/profile"] button:visible').last().scrollIntoViewIfNeeded();
    },
  },
  { name: 'setup-profile', as: 'user', path: '/setup-profile' },
];
