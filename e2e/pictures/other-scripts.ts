import type { Page } from '@playwright/test';
import { firstPost, openAuthor, openComments, openKind, openPost, type Screen } from './screen.ts';
import { changed } from './stub-answers.ts';

const greeting = 'בוקר טוב מאותו החלון';
const hebrew = 'בוקר טוב מהחלון';
const longText = 'שתלנו היום עץ לימון במרפסת, והוא קטן כמו המרפסת. '.repeat(6).trim();
const rtlName = 'לילה בת עבד הרחמן מאנדלוסיה';
const widestName = 'Wwwwwwwwww Wwwwwwwwww Wwwwwwwwww Wwwwwww';

const foreignFeed = changed('/api/posts', (data) => {
  Object.assign(data.posts[0], {
    displayName: rtlName,
    title: greeting,
    content: `<p>${longText}</p><blockquote><p>${hebrew}</p></blockquote><ul><li>${greeting}</li><li>Lemon tree</li></ul>`,
  });
  Object.assign(data.posts[1], { displayName: widestName, title: hebrew });
});

const foreignComments = changed(/^\/api\/comments\/post\//, (data) => {
  Object.assign(data.comments[0], { displayName: rtlName, text: longText });
  if (data.comments[1]) Object.assign(data.comments[1], { displayName: widestName, text: hebrew });
  if (data.comments[2]) data.comments[2].text = 'A long word of praise. '.repeat(90).trim();
});

const noPictures = async (page: Page) => {
  await page.route('**/media/photos/**', (route) => route.abort());
};

/** What people write from right to left, and the longest names. */
export const otherScripts: readonly Screen[] = [
  { name: 'feed-rtl', as: 'user', path: '/home', before: foreignFeed, prepare: firstPost },
  {
    name: 'feed-rtl-second',
    as: 'user',
    path: '/home',
    before: foreignFeed,
    async prepare(page) {
      await page.getByRole('article').nth(1).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'comments-rtl',
    as: 'user',
    path: '/home',
    before: foreignComments,
    async prepare(page) {
      await openPost((post) => (post.comment_count ?? 0) > 2)(page);
      await openComments(page);
    },
  },
  {
    name: 'comments-beneath-rtl',
    as: 'user',
    path: '/home',
    before: foreignComments,
    async prepare(page) {
      await openPost((post) => (post.comment_count ?? 0) > 2)(page);
      await page.locator('#comments li').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'inbox-rtl',
    as: 'user',
    path: '/messages',
    before: changed('/api/messages/conversations', (data) => {
      const [first] = data.conversations;
      Object.assign(first.partner ?? first.user ?? first, { displayName: widestName });
      Object.assign(first.last_message ?? first.lastMessage ?? {}, { message: longText });
    }),
  },
  {
    name: 'thread-rtl',
    as: 'user',
    path: '/messages',
    before: changed(/^\/api\/messages\/conversation\//, (data) => {
      data.messages.at(-1).message = longText;
      data.messages.at(-2).message = hebrew;
    }),
    async prepare(page) {
      await page.locator('li > button[aria-haspopup="dialog"]:visible').first().click();
      await page.getByRole('textbox').waitFor();
    },
  },
  {
    name: 'person-long',
    as: 'user',
    path: '/home',
    before: changed(/^\/api\/users\/[0-9a-f-]+$/, (data) => {
      data.user.displayName = widestName;
    }),
    prepare: openAuthor,
  },
  {
    name: 'post-failed-pictures',
    as: 'user',
    path: '/home',
    before: noPictures,
    prepare: openKind('gallery'),
  },
  {
    name: 'feed-failed-pictures',
    as: 'user',
    path: '/home',
    before: noPictures,
    async prepare(page) {
      await page.locator('article[data-post-type="gallery"]').first().scrollIntoViewIfNeeded();
    },
  },
];
