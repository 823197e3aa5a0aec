import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { comment, commentButton, commentField, postButton, sheet } from './harness/comments.ts';
import { password } from './harness/duet.ts';
import { cardOf, loginPrompt, toastOf } from './harness/feed.ts';
import { photo, uploaded } from './harness/gallery.ts';
import { press, tabTo, type } from './harness/keyboard.ts';
import { bubble, inboxRow, messageField, sendMessage, thread } from './harness/messages.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';

/** No finger and no mouse comes near these pages. */
const desk: BrowserContextOptions = {
  hasTouch: false,
  viewport: { width: 1000, height: 700 },
  reducedMotion: 'reduce',
};
/** As at a desk, with no room to spare below and above. */
const narrow: BrowserContextOptions = { ...desk, viewport: { width: 390, height: 600 } };

const ready = (page: Page) => expect(page.locator('#splash')).toHaveCount(0);
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0);

test.describe('with keys alone', () => {
  test('one makes an account, and signs in', async ({ as, duet }) => {
    await duet.admin();
    const page = await as(null, '/home', narrow);
    await ready(page);
    await press(page, button(page, 'Sign in'));
    await page.waitForURL('**/login');
    await press(page, page.getByRole('link', { name: 'Create account' }));
    await page.waitForURL('**/register');
    const username = `keys_${Date.now() % 1_000_000_000}`;
    const form = page.locator('[data-route="/register"]');
    await type(page, form.getByLabel('Username'), username);
    await type(page, form.getByLabel('Email'), `${username}@example.org`);
    await type(page, form.getByLabel('Password', { exact: true }), password);
    await type(page, form.getByLabel('Confirm password'), password);
    await press(page, button(form, 'Create account'), 'Space');
    await page.waitForURL('**/setup-profile');
    await press(page, button(page, 'Skip for now'));
    await page.waitForURL('**/home');

    const again = await as(null, '/login', narrow);
    await ready(again);
    await type(again, again.getByLabel('Username'), username);
    await type(again, again.getByLabel('Password', { exact: true }), password);
    await again.keyboard.press('Enter');
    await again.waitForURL('**/home');
    await expect(button(again, 'Profile')).toBeVisible();
  });

  test('one passes the header, reads on past three posts, likes, comments and shares', async ({
    as,
    duet,
  }) => {
    const admin = await duet.admin();
    const posts = [];
    for (let n = 0; n < 5; n += 1) posts.push(await publishText(admin, `<p>Post ${n}</p>`));
    const [, post] = posts;
    if (!post) throw new Error('Nothing was published.');
    const page = await as(await duet.person('keys'), '/home', narrow);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: duet.url });
    await ready(page);
    await expect(cardOf(page, post)).toBeAttached();
    await press(page, page.getByRole('link', { name: 'Skip to the content' }));
    await page.keyboard.press('Tab');
    await expect(page.locator('article :focus')).toHaveCount(1);

    await press(page, button(cardOf(page, post), 'Like, 0 likes'));
    await expect(button(cardOf(page, post), 'Liked, 1 like')).toBeFocused();
    await press(page, commentButton(page, post));
    await expect(sheet(page)).toBeVisible();
    await type(page, commentField(page), 'Written with keys');
    await press(page, postButton(page));
    await expect(comment(page, 'Written with keys')).toBeVisible();
    await page.keyboard.press('Escape');
    await closed(page);
    await expect(commentButton(page, post)).toBeFocused();
    await press(page, button(cardOf(page, post), 'Share'));
    await expect(toastOf(page, 'Copied.')).toBeVisible();
  });

  test('one goes through pictures and plays a video', async ({ as, duet }) => {
    const admin = await duet.admin();
    const [gallery, video] = [await publishGallery(admin, 3), await publishVideo(admin, 'Moving')];
    const page = await as(await duet.person('keys'), `/post/${gallery._id}`, desk);
    await ready(page);
    const tile = button(cardOf(page, gallery), 'Open picture 1 of 3');
    await press(page, tile);
    const viewer = page.getByRole('dialog', { name: 'Pictures' });
    await expect(viewer.getByText('Picture 1 of 3')).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByText('Picture 2 of 3')).toBeAttached();
    await press(page, button(viewer, 'Next picture'));
    await expect(viewer.getByText('Picture 3 of 3')).toBeAttached();
    await page.keyboard.press('ArrowLeft');
    await expect(viewer.getByText('Picture 2 of 3')).toBeAttached();
    await page.keyboard.press('Escape');
    await closed(page);
    await expect(tile).toBeFocused();

    await page.goto(`/post/${video._id}`);
    await ready(page);
    await press(page, button(cardOf(page, video), /^Play the video/));
    const player = cardOf(page, video).locator('video');
    await expect(button(cardOf(page, video), 'Pause the video')).toBeFocused();
    await expect.poll(() => player.evaluate((element: HTMLVideoElement) => element.played.length)).toBe(1);
  });

  test('one opens a conversation, answers, and comes back to it', async ({ as, duet }) => {
    const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    await sendMessage(dan, ana, 'Are you there?');
    const page = await as(ana, '/messages', narrow);
    await ready(page);
    const row = inboxRow(page, dan).getByRole('button');
    await press(page, row);
    await expect(bubble(page, 'Are you there?')).toBeVisible();
    await type(page, messageField(page), 'Yes');
    await page.keyboard.press('Enter');
    await expect(bubble(page, 'Yes')).toContainText('Sent');
    await expect(messageField(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(thread(page, dan)).toHaveCount(0);
    await expect(row).toBeFocused();
  });

  test('one changes theme and language, and signs out', async ({ as, duet }) => {
    const page = await as(await duet.person('keys'), '/profile', narrow);
    await ready(page);
    await tabTo(page, page.getByRole('radio', { name: 'English' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ro');
    await tabTo(page, page.getByRole('radio', { checked: true }).nth(1));
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await press(page, button(page, 'Deconectare'));
    await page.waitForURL('**/home');
    await expect(
      page.getByRole('banner').getByRole('button', { name: /^(Sign in|Conectare)$/ }),
    ).toBeVisible();
  });

  test('a guest is asked to sign in, and comes back to where they were', async ({ as, duet }) => {
    const post = await publishText(await duet.admin(), '<p>For guests</p>');
    const person = await duet.person('keys');
    const page = await as(null, `/post/${post._id}`, narrow);
    await ready(page);
    const like = button(cardOf(page, post), /^Like/);
    await press(page, like);
    await expect(loginPrompt(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await closed(page);
    await expect(like).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, loginPrompt(page).getByRole('button', { name: 'Sign in' }));
    await page.waitForURL('**/login');
    await type(page, page.getByLabel('Username'), person.username);
    await type(page, page.getByLabel('Password', { exact: true }), person.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/post/${post._id}`);
    await expect(like).toBeVisible();
  });
});

test.describe('with keys alone, an admin', () => {
  test('writes a text and publishes it', async ({ as, duet }) => {
    const page = await as(await duet.admin(), '/home', narrow);
    await ready(page);
    await press(page, button(page, 'New post'));
    await press(page, button(page.getByRole('dialog'), 'Rich text'));
    const text = page.getByRole('textbox', { name: 'Text of the post' });
    await type(page, page.getByRole('textbox', { name: 'Title' }), 'By keys');
    await press(page, button(page, 'Bulleted list'));
    await expect(text).toBeFocused();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Bulleted list')).toHaveAttribute('aria-pressed', 'true');
    // An empty item ends a list.
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await tabTo(page, button(page, 'Bulleted list'), true);
    await expect(button(page, 'Bulleted list')).toHaveAttribute('aria-pressed', 'false');
    await press(page, button(page, 'Publish'));
    await page.waitForURL(/\/home\?refresh=\d+/);
    await expect(page.getByRole('article').filter({ hasText: 'By keys' }).first()).toBeVisible();
  });

  test('makes a gallery, says what a picture shows, and moves it', async ({ as, duet }) => {
    const page = await as(await duet.admin(), '/new/gallery', narrow);
    await ready(page);
    const chooser = page.waitForEvent('filechooser');
    await press(page, button(page, 'Add pictures'));
    await (await chooser).setFiles([photo('one.png', 10), photo('two.png', 130)]);
    await expect(uploaded(page)).toHaveCount(2);
    await expect(page.getByText('2 pictures have no description yet.')).toBeVisible();
    const describe = button(page, /^Describe picture 1/);
    await press(page, describe);
    const dialog = page.getByRole('dialog', { name: 'What does it show?' });
    await type(page, dialog.getByRole('textbox'), 'The lake');
    await press(page, button(dialog, 'Save'));
    await closed(page);
    await expect(describe).toBeFocused();
    await expect(page.getByText('1 picture has no description yet.')).toBeVisible();
    await press(page, button(page, 'Move picture 1 right: The lake'));
    await expect(page.getByText('Now picture 2 of 2')).toBeAttached();
    await expect(button(page, 'Move picture 2 left: The lake')).toBeFocused();
    await press(page, button(page, 'Publish'));
    await page.waitForURL(/\/home\?refresh=\d+/);
  });

  test('deletes a post through its menu, after the question', async ({ as, duet }) => {
    const admin = await duet.admin();
    const post = await publishText(admin, '<p>Soon gone</p>');
    const page = await as(admin, `/post/${post._id}`, narrow);
    await ready(page);
    const options = button(cardOf(page, post), /^Options/);
    const question = page.getByRole('dialog', { name: 'Delete this post?' });
    await press(page, options);
    await press(page, button(page.getByRole('dialog'), 'Delete'));
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await closed(page);
    await expect(options).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, button(page.getByRole('dialog'), 'Delete'));
    await press(page, button(question, 'Delete'));
    await expect(toastOf(page, 'The post is deleted.')).toBeVisible();
  });

  test('finds somebody and changes their role', async ({ as, duet }) => {
    const ana = await duet.person('ana');
    const page = await as(await duet.admin(), '/admin/users', desk);
    await ready(page);
    await type(page, page.getByRole('textbox', { name: 'Username or email' }), ana.username);
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-user-id]')).toHaveCount(1);
    const edit = button(page, `Edit ${ana.username}`);
    await press(page, edit);
    const dialog = page.getByRole('dialog', { name: `Edit ${ana.username}` });
    await tabTo(page, dialog.getByLabel('Role'));
    await page.keyboard.press('ArrowDown');
    await press(page, button(dialog, 'Save changes'));
    await expect(toastOf(page, 'User updated successfully')).toBeVisible();
    await closed(page);
    await expect(edit).toBeFocused();
    await expect(page.locator(`[data-user-id="${ana.id}"]`)).toContainText('Admin');
  });
});
