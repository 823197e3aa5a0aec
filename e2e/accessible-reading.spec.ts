import type { Page } from '@playwright/test';
import { commentField, openComments, sheet, writeComment } from './harness/comments.ts';
import { cardOf, toastOf } from './harness/feed.ts';
import { bubble, inboxRow, sendMessage, thread, threadBox } from './harness/messages.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const ready = (page: Page) => expect(page.locator('#splash')).toHaveCount(0);

/** The levels of the headings that are read out, in their order. */
const headingLevels = (page: Page): Promise<number[]> =>
  page.getByRole('heading').evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));

/** One page has one main part and one first heading, and its headings leave out no level. */
async function expectInOrder(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  const levels = await headingLevels(page);
  expect(levels[0]).toBe(1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
  expect(jumps).toEqual([]);
}

test('the feed reads: where one is, then post by post, who and when before what', async ({ as, duet }) => {
  const admin = await duet.admin();
  const post = await publishText(admin, '<h4>Below</h4><p>The boats were out.</p>', { title: 'By the lake' });
  const page = await as(await duet.person('reader'), '/home');
  await ready(page);
  await expect(cardOf(page, post)).toBeVisible();
  await expectInOrder(page);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - banner:
      - link "Duet, to the feed"
      - button "Messages"
      - button "Profile"
    - main:
      - heading [level=1]
      - article "By the lake"
  `);
  await expect(cardOf(page, post)).toMatchAriaSnapshot(`
    - article "By the lake":
      - button "${admin.username}"
      - link "just now"
      - heading "By the lake" [level=2]
      - heading "Below" [level=3]
      - paragraph: The boats were out.
      - button "Like, 0 likes"
      - button "Comment, 0 comments"
      - button "Share"
  `);
});

test('a post and its comments read in order, and what was written is said', async ({ as, duet }) => {
  const post = await publishText(await duet.admin(), '<p>Alone</p>');
  const dan = await duet.person('dan');
  await writeComment(dan, post, 'From Dan');
  const page = await as(await duet.person('reader'), `/post/${post._id}`);
  await ready(page);
  await expect(cardOf(page, post)).toBeVisible();
  await expectInOrder(page);
  await openComments(page, post);
  await expect(sheet(page).getByRole('listitem')).toHaveCount(1);
  await expect(sheet(page)).toMatchAriaSnapshot(`
    - dialog "Comments":
      - heading "Comments" [level=2]
      - button "Close"
      - paragraph: 1 comment
      - group "Order of the comments"
      - list "Comments":
        - listitem:
          - button "${dan.username}"
          - time: just now
          - button "Options for the comment by ${dan.username}"
          - paragraph: From Dan
          - button "Like, 0 likes"
          - button "Dislike, 0 dislikes"
      - textbox "Write a comment"
      - button "Post comment" [disabled]
  `);
  await commentField(page).fill('Heard');
  await sheet(page).getByRole('button', { name: 'Post comment' }).click();
  await expect(sheet(page).getByRole('status').filter({ hasText: 'Your comment is posted.' })).toBeAttached();
});

test('a conversation reads in order, and says what comes', async ({ as, duet }) => {
  const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
  await sendMessage(dan, ana, 'Are you there?');
  const page = await as(ana, '/messages');
  await ready(page);
  await expect(inboxRow(page, dan)).toBeVisible();
  await expectInOrder(page);
  await inboxRow(page, dan).getByRole('button').click();
  await expect(bubble(page, 'Are you there?')).toBeVisible();
  await expect(thread(page, dan)).toMatchAriaSnapshot(`
    - dialog "${dan.username}":
      - heading "${dan.username}" [level=2]
      - button "Options for the conversation with ${dan.username}"
      - button "Close"
      - region "Conversation with ${dan.username}":
        - heading "${dan.username}" [level=3]
        - list:
          - listitem:
            - paragraph: "${dan.username}: Are you there?"
      - textbox "Write a message"
      - button "Send" [disabled]
  `);
  await expect(threadBox(page, dan)).toBeVisible();
  await sendMessage(dan, ana, 'I am here');
  await expect(
    thread(page, dan)
      .locator('[aria-live="polite"], [role="status"]')
      .filter({ hasText: `${dan.username}: I am here` }),
    // With the next refresh, where the stream of events was not open yet.
  ).toBeAttached({ timeout: 20_000 });
});

test('signing in reads in order; what went wrong is said at once', async ({ as, duet }) => {
  await duet.admin();
  const page = await as(null, '/login');
  await ready(page);
  await expectInOrder(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Sign in" [level=1]
      - textbox "Username"
      - textbox "Password"
      - button "Show password"
      - button "Sign in"
      - paragraph:
        - link "Create account"
      - group "Language"
  `);
  const field = page.getByLabel('Username');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription('This field is required');
  await field.fill('nobody_here');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse1');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Login failed')).toHaveRole('alert');
});

test('nothing moves for whoever wants less motion', async ({ as, duet }) => {
  const post = await publishText(await duet.admin(), '<p>Still</p>');
  const page = await as(await duet.person('reader'), '/home', { reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    // Notes, until the page is left, whatever takes time to move; the splash tells by its bar how long it will be.
    const moving = /transform|translate|scale|rotate|inset|top|left|width|height/i;
    const noted = new Set<string>();
    const note = () => {
      for (const { effect } of document.getAnimations()) {
        if (!(effect instanceof KeyframeEffect) || effect.target?.closest('#splash')) continue;
        const changed = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
        if (Number(effect.getTiming().duration) > 10 && changed.some((name) => moving.test(name)))
          noted.add(`${effect.target?.className}: ${changed.join(' ')}`);
      }
      document.documentElement.dataset.moved = [...noted].join();
      requestAnimationFrame(note);
    };
    addEventListener('DOMContentLoaded', note);
  });
  await page.reload();
  await ready(page);
  const moved = () => page.locator('html').getAttribute('data-moved');
  await cardOf(page, post).getByRole('link', { name: 'just now' }).click();
  await page.waitForURL('**/post/**');
  await openComments(page, post);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  expect(await moved()).toBe('');
});

test('what is chosen and what is on shows in the colours of the system', async ({ as, duet }) => {
  const page = await as(await duet.person('reader'), '/profile', { forcedColors: 'active' });
  await ready(page);
  const frame = (name: string) =>
    page
      .getByRole('radio', { name })
      .evaluate(
        (radio) => radio.nextElementSibling && getComputedStyle(radio.nextElementSibling).outlineStyle,
      );
  expect(await frame('English')).toBe('solid');
  expect(await frame('Română')).toBe('none');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const thumbs = await page
    .getByRole('switch')
    .evaluateAll((switches) =>
      switches.map((one) => [
        getComputedStyle(one, '::before').backgroundColor,
        getComputedStyle(one).backgroundColor,
      ]),
    );
  expect(thumbs.length).toBeGreaterThan(0);
  for (const [thumb, track] of thumbs) expect(thumb).not.toBe(track);
});
