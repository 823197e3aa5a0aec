import type { Post } from '@duet/contract/posts/shapes';
import type { Locator, Page } from '@playwright/test';
import { chooseFor, openComments, sheet, writeComment } from './harness/comments.ts';
import type { Person } from './harness/duet.ts';
import { cardOf, loginPrompt, publishMany, scrollTop } from './harness/feed.ts';
import { fillSignIn } from './harness/login-prompt.ts';
import { inboxRow, sendMessage, thread } from './harness/messages.ts';
import { callsOf, insidePhone } from './harness/phone.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';
import { Touch } from './harness/touch.ts';

let admin: Person;
let ana: Person;
let post: Post;
test.beforeAll(async ({ site }) => {
  admin = await site.admin();
  ana = await site.person('back');
  post = await publishGallery(admin, 3);
  await writeComment(ana, post, 'under it');
});

/** Opens the feed, then a post's page: there is a page to go back to. */
async function openPost(page: Page): Promise<void> {
  await page.goto('/home');
  await page.goto(`/post/${post._id}`);
  await splashIsGone(page);
}

const onPost = async (page: Page) => {
  await expect(page).toHaveURL(`/post/${post._id}`);
  await expect(page.locator('[data-route="/post/:id"]')).toBeVisible();
};
const onFeed = (page: Page) => expect(page).toHaveURL('/home');
/** The page's entry is the present one, not that of something over it, and what its arrival has changed is painted. */
const onOwnEntry = async (page: Page) => {
  const layer = () => page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0);
  await expect.poll(layer).toBe(0);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
};
const dialogs = (page: Page) => page.getByRole('dialog');

/** What can lie over a post's page, and how one opens it. */
const layers: readonly [name: string, person: () => Person | null, open: (page: Page) => Promise<Locator>][] =
  [
    [
      'the comments',
      () => ana,
      async (page) => {
        await openComments(page, post);
        return sheet(page);
      },
    ],
    [
      'a menu',
      () => admin,
      async (page) => {
        await cardOf(page, post)
          .getByRole('button', { name: /^Options/ })
          .click();
        return page.getByRole('dialog', { name: /^Options/ });
      },
    ],
    [
      'a question',
      () => admin,
      async (page) => {
        await cardOf(page, post)
          .getByRole('button', { name: /^Options/ })
          .click();
        await page
          .getByRole('dialog', { name: /^Options/ })
          .getByRole('button', { name: 'Delete' })
          .click();
        return page.getByRole('dialog', { name: /Delete/ });
      },
    ],
    [
      'the viewer',
      () => ana,
      async (page) => {
        await cardOf(page, post).getByRole('button', { name: 'Open picture 1 of' }).click();
        return page.getByRole('dialog', { name: 'Pictures' });
      },
    ],
    [
      "an author's profile",
      () => ana,
      async (page) => {
        await cardOf(page, post)
          .getByRole('button', { name: new RegExp(admin.username) })
          .first()
          .click();
        return page.getByRole('dialog', { name: 'Profile' });
      },
    ],
    [
      'the login prompt',
      () => null,
      async (page) => {
        await cardOf(page, post).getByRole('button', { name: /^Like/ }).click();
        return loginPrompt(page);
      },
    ],
  ];

for (const width of [390, 1440]) {
  test.describe(`at ${width} px Back`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const [name, person, open] of layers) {
      test(`closes ${name} and stays on the page; then, and after closing it otherwise, leaves the page`, async ({
        as,
      }) => {
        const page = await as(person());
        await openPost(page);
        const closings = [
          () => page.goBack(),
          () => page.keyboard.press('Escape'),
          () => page.evaluate(() => history.back()),
        ];
        for (const close of closings) {
          await expect(await open(page)).toBeVisible();
          await close();
          await expect(dialogs(page)).toHaveCount(0);
          await onPost(page);
        }
        await page.goBack();
        await onFeed(page);
      });
    }

    test('closes what lies one over the other, the topmost first', async ({ as }) => {
      const page = await as(ana);
      await openPost(page);
      await openComments(page, post);
      await chooseFor(page, 'under it', 'Delete');
      await expect(dialogs(page)).toHaveCount(2);
      await page.goBack();
      await expect(dialogs(page)).toHaveCount(1);
      await expect(sheet(page)).toBeVisible();
      await page.goBack();
      await expect(dialogs(page)).toHaveCount(0);
      await onPost(page);
      await page.goForward();
      await onOwnEntry(page);
      await expect(dialogs(page)).toHaveCount(0);
      await onPost(page);
      await page.goBack();
      await onFeed(page);
    });

    test('pressed twice quickly closes two, or one and the page', async ({ as }) => {
      const page = await as(ana);
      await openPost(page);
      // After the call has returned, which a page that is left could not.
      const twice = () =>
        page.evaluate(() => {
          setTimeout(() => {
            history.back();
            history.back();
          });
        });
      await openComments(page, post);
      await chooseFor(page, 'under it', 'Delete');
      await expect(dialogs(page)).toHaveCount(2);
      await twice();
      await expect(dialogs(page)).toHaveCount(0);
      await onPost(page);
      await openComments(page, post);
      await twice();
      await expect(dialogs(page)).toHaveCount(0);
      await onFeed(page);
    });

    test('leaves the page at once after a cross, and after a reload with something open', async ({ as }) => {
      const page = await as(ana);
      await openPost(page);
      await openComments(page, post);
      await sheet(page).getByRole('button', { name: 'Close' }).click();
      await expect(dialogs(page)).toHaveCount(0);
      await page.goBack();
      await onFeed(page);
      await openPost(page);
      await openComments(page, post);
      await page.reload();
      await onPost(page);
      await expect(dialogs(page)).toHaveCount(0);
      await page.goBack();
      await onFeed(page);
    });

    test('from a page that was opened inside a sheet leads to the page of the sheet', async ({ as }) => {
      const page = await as(ana);
      await openPost(page);
      await cardOf(page, post)
        .getByRole('button', { name: new RegExp(admin.username) })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send a message' }).click();
      await expect(page).toHaveURL(`/messages?to=${admin.id}`);
      await expect(thread(page, admin)).toBeVisible();
      await page.goBack();
      await expect(dialogs(page)).toHaveCount(0);
      await expect(page).toHaveURL('/messages');
      await page.goBack();
      await onPost(page);
      await expect(dialogs(page)).toHaveCount(0);
      await page.goBack();
      await onFeed(page);
    });

    test('closes a menu over a conversation, the conversation, and then leaves the inbox', async ({ as }) => {
      await sendMessage(admin, ana, 'hello');
      const page = await as(ana, '/home');
      await page
        .getByRole('button', { name: /^Messages/ })
        .first()
        .click();
      await inboxRow(page, admin).getByRole('button').click();
      await page.getByRole('button', { name: /^Options for/ }).click();
      await expect(dialogs(page)).toHaveCount(2);
      await page.goBack();
      await expect(dialogs(page)).toHaveCount(1);
      await expect(page).toHaveURL(`/messages?to=${admin.id}`);
      await page.goBack();
      await expect(dialogs(page)).toHaveCount(0);
      await expect(page).toHaveURL('/messages');
      await page.goBack();
      await onFeed(page);
    });

    test('asks before it loses words of a dialog', async ({ as }) => {
      const page = await as(admin, '/home');
      await page.getByRole('button', { name: 'New post' }).click();
      await page.getByRole('dialog', { name: 'New post' }).getByRole('button', { name: 'Rich text' }).click();
      await page.getByRole('textbox', { name: 'Text' }).fill('About us');
      await page.getByRole('button', { name: 'Link', exact: true }).click();
      const address = page.getByRole('dialog', { name: 'Link' }).getByRole('textbox');
      await address.fill('https://duet.example/ours');
      const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
      for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
        await close();
        await expect(question).toBeVisible();
        await question.getByRole('button', { name: 'Cancel' }).click();
        await expect(question).toHaveCount(0);
        await expect(address).toHaveValue('https://duet.example/ours');
      }
      await page.goBack();
      // Back answers the question with no as well.
      await expect(question).toBeVisible();
      await page.goBack();
      await expect(question).toHaveCount(0);
      await expect(address).toBeVisible();
      await page.goBack();
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect(dialogs(page)).toHaveCount(0);
      await expect(page.getByRole('textbox', { name: 'Text' })).toContainText('About us');
      await expect(page).toHaveURL('/new/richtext');
      await page.goBack();
      await onFeed(page);
    });

    test('closes comments that the address asked for, and stays on the post', async ({ as }) => {
      const page = await as(ana, '/profile');
      await page.goto(`/post/${post._id}#comments`);
      await expect(sheet(page)).toBeVisible();
      await page.goBack();
      await expect(dialogs(page)).toHaveCount(0);
      await onPost(page);
      await onOwnEntry(page);
      await expect(dialogs(page)).toHaveCount(0);
    });

    test('after signing in from the prompt leads to no prompt and no sign-in', async ({ page }) => {
      await openPost(page);
      await cardOf(page, post).getByRole('button', { name: /^Like/ }).click();
      await fillSignIn(page, ana);
      await page.getByLabel('Password', { exact: true }).press('Enter');
      await onPost(page);
      await expect(page.getByRole('button', { name: 'Profile' }).first()).toBeVisible();
      await page.goBack();
      await onFeed(page);
    });

    test('keeps the place in the feed', async ({ duet, as }) => {
      await publishMany(await duet.admin(), 8);
      const page = await as(ana, '/home');
      await splashIsGone(page);
      const card = page.locator('[data-route="/home"] article').nth(6);
      await card.scrollIntoViewIfNeeded();
      const place = await scrollTop(page);
      expect(place).toBeGreaterThan(300);
      await card.getByRole('button', { name: /^Comment, / }).click();
      await expect(sheet(page)).toBeVisible();
      await page.goBack();
      await expect(dialogs(page)).toHaveCount(0);
      await onFeed(page);
      expect(await scrollTop(page)).toBe(place);
    });
  });
}

test('a swipe from the left edge closes the comments, and the next one leaves the page', async ({ as }) => {
  const page = await as(ana);
  await openPost(page);
  await openComments(page, post);
  const touch = await Touch.on(page);
  const fromTheEdge = [
    [8, 500],
    [260, 505],
  ] as const;
  await touch.swipe(fromTheEdge);
  await expect(dialogs(page)).toHaveCount(0);
  await onPost(page);
  await touch.swipe(fromTheEdge);
  await onFeed(page);
});

test("Android's back button closes one after the other, and leaves no entry behind", async ({
  duet,
  page,
}) => {
  const { token } = ana;
  const text = await publishText(await duet.admin(), '<p>Held by two sheets</p>');
  await writeComment(ana, text, 'for the phone');
  await insidePhone(page, 'android', { token });
  await page.goto('/home');
  await splashIsGone(page);
  const back = () => page.evaluate(() => document.dispatchEvent(new Event('backbutton')));
  await openComments(page, text);
  await chooseFor(page, 'for the phone', 'Delete');
  await expect(dialogs(page)).toHaveCount(2);
  await back();
  await expect(dialogs(page)).toHaveCount(1);
  await back();
  await expect(dialogs(page)).toHaveCount(0);
  await onFeed(page);
  expect(await callsOf(page, 'App', 'minimizeApp')).toHaveLength(0);
  await back();
  await expect.poll(() => callsOf(page, 'App', 'minimizeApp')).toHaveLength(1);
});
