import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import type { Locator, Page } from '@playwright/test';
import {
  commentButton,
  commentCount,
  commentField,
  isCreate,
  isList,
  openComments,
  sheet,
  writeComment,
} from './harness/comments.ts';
import type { Person } from './harness/duet.ts';
import { fail, hold, toastOf } from './harness/feed.ts';
import { goOffline } from './harness/network.ts';
import { publishText } from './harness/posts.ts';
import { answerFirst, serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const section = (page: Page): Locator => page.getByRole('region', { name: 'Comments' });
const field = (page: Page): Locator => section(page).getByRole('textbox', { name: 'Write a comment' });
const post = (page: Page): Locator => section(page).getByRole('button', { name: 'Post comment' });
const item = (page: Page, text: string): Locator =>
  section(page).getByRole('list', { name: 'Comments' }).getByRole('listitem').filter({ hasText: text });

test.describe('comments beneath a post on its own page', () => {
  let admin: Person;
  let ana: Person;
  let dan: Person;
  let under: Post;

  test.beforeEach(async ({ duet }) => {
    admin = await duet.admin();
    [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    under = await publishText(admin, '<p>By the lake</p>');
  });

  test('are read and written by members; a draft survives a reload, and the post counts them [COM-02, COM-07, COM-08]', async ({
    as,
  }) => {
    await writeComment(dan, under, 'Just lovely');
    const page = await as(ana, `/post/${under._id}`);
    await expect(item(page, 'Just lovely')).toContainText(dan.username);
    await expect(section(page).getByText('1 comment', { exact: true })).toBeVisible();
    await field(page).fill('Half a thought');
    await page.reload();
    await expect(field(page)).toHaveValue('Half a thought');
    await field(page).fill('A whole thought');
    await post(page).click();
    await expect(item(page, 'A whole thought')).toContainText(ana.username);
    await expect(field(page)).toHaveValue('');
    await expect(commentButton(page, under)).toHaveAccessibleName('Comment, 2 comments');
    await expect.poll(() => commentCount(ana, under)).toBe(2);
    await page.reload();
    await expect(item(page, 'A whole thought')).toBeVisible();
  });

  test('give way to the sheet, so that nothing is on the page twice, and keep their place [COM-01]', async ({
    as,
  }) => {
    for (let n = 1; n <= 30; n += 1) await writeComment(dan, under, `number ${n}.`);
    const page = await as(ana, `/post/${under._id}`);
    await field(page).fill('Begun beneath');
    await item(page, 'number 30.').scrollIntoViewIfNeeded();
    const scroller = page.locator('[data-route="/post/:id"] main');
    await commentButton(page, under).scrollIntoViewIfNeeded();
    await scroller.evaluate((main) => main.scrollBy(0, 60));
    const place = await scroller.evaluate((main) => main.scrollTop);
    expect(place).toBeGreaterThan(0);
    await openComments(page, under);
    await expect(page.getByRole('textbox')).toHaveCount(1);
    await expect(commentField(page)).toHaveValue('Begun beneath');
    await expect(page.getByText('number 7.', { exact: true })).toHaveCount(1);
    await expect(section(page)).toHaveCount(0);
    expect(await scroller.evaluate((main) => main.scrollTop)).toBe(place);
    await commentField(page).fill('Begun beneath, ended above');
    await page.goBack();
    await expect(sheet(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/post/${under._id}$`));
    await expect(field(page)).toHaveValue('Begun beneath, ended above');
    await expect(commentButton(page, under)).toBeFocused();
    expect(await scroller.evaluate((main) => main.scrollTop)).toBe(place);
  });

  test('leave the button of the card the only one of its kind until something is written', async ({ as }) => {
    const page = await as(ana, `/post/${under._id}`);
    await expect(section(page).getByText('No comments yet')).toBeVisible();
    await expect(page.getByRole('button', { name: /comment/i })).toHaveCount(1);
    await field(page).focus();
    await page.keyboard.press('Tab');
    await expect(post(page)).toBeFocused();
    await field(page).fill('A word');
    await expect(post(page)).toBeEnabled();
  });

  test('ask the server again when the sheet opens over them [COM-07]', async ({ as }) => {
    const page = await as(ana, `/post/${under._id}`);
    await expect(section(page).getByText('No comments yet')).toBeVisible();
    const asked = page.waitForResponse((response) => isList(new URL(response.url())));
    await openComments(page, under);
    expect((await asked).ok()).toBe(true);
  });

  test('are liked, edited, deleted and reported there [COM-09, COM-10, COM-13, COM-15]', async ({ as }) => {
    await writeComment(dan, under, 'Of Dan');
    await writeComment(ana, under, 'Of Ana');
    const page = await as(ana, `/post/${under._id}`);
    const choose = async (text: string, action: string) => {
      await item(page, text)
        .getByRole('button', { name: /^Options for the comment/ })
        .click();
      await page
        .getByRole('dialog', { name: /^Options/ })
        .getByRole('button', { name: action })
        .click();
    };
    await item(page, 'Of Dan').getByRole('button', { name: /^Like/ }).click();
    await expect(
      item(page, 'Of Dan').getByRole('button', { name: 'Like, 1 like', exact: true }),
    ).toBeVisible();
    await choose('Of Dan', 'Report');
    await page
      .getByRole('dialog', { name: 'Report this comment' })
      .getByRole('button', { name: 'Spam' })
      .click();
    await expect(toastOf(page, 'Thank you')).toBeVisible();
    await choose('Of Ana', 'Edit');
    await section(page).getByRole('textbox', { name: 'Edit your comment' }).fill('Of Ana still');
    await section(page).getByRole('button', { name: 'Save' }).click();
    await expect(item(page, 'Of Ana still')).toContainText('edited');
    await choose('Of Ana still', 'Delete');
    await page
      .getByRole('dialog', { name: 'Delete this comment?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(item(page, 'Of Ana')).toHaveCount(0);
    await expect(commentButton(page, under)).toHaveAccessibleName('Comment, 1 comment');
    await expect.poll(() => commentCount(ana, under)).toBe(1);
  });

  test('show what others write meanwhile, skeletons while they load, and what failed with another try', async ({
    as,
  }) => {
    const page = await as(ana);
    await page.clock.install();
    const release = await hold(page, isList);
    await page.goto(`/post/${under._id}`);
    await page.clock.runFor(3000);
    await expect(section(page).getByText('Loading comments')).toBeAttached();
    release();
    await expect(section(page).getByText('No comments yet')).toBeVisible();
    await writeComment(dan, under, 'Out of nowhere');
    await page.clock.runFor(16_000);
    await expect(item(page, 'Out of nowhere')).toBeVisible();
    await page.route(isList, (route) => fail(route, 400, 'The shelf is empty.'));
    await page.reload();
    await page.clock.runFor(3000);
    await expect(section(page).getByRole('alert')).toContainText('The shelf is empty.');
    await page.unroute(isList);
    await section(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(item(page, 'Out of nowhere')).toBeVisible();
  });

  test('written without a network wait there, and are posted when there is one', async ({ as }) => {
    const page = await as(ana, `/post/${under._id}`);
    await expect(section(page).getByText('No comments yet')).toBeVisible();
    await goOffline(page);
    await field(page).fill('From the train');
    await post(page).click();
    const waiting = section(page).getByRole('list', { name: 'Not posted yet' });
    await expect(waiting).toContainText('From the train');
    await page.reload().catch(() => undefined);
    await page.context().setOffline(false);
    await page.goto(`/post/${under._id}`);
    await expect(item(page, 'From the train')).toBeVisible();
    await expect(waiting).toHaveCount(0);
    expect(await commentCount(ana, under)).toBe(1);
  });

  test('that were deleted do not come back when a device sends them again whose answer was lost', async ({
    as,
  }) => {
    const deleteNewest = async () => {
      const { data } = await ana.api.call(commentsEndpoints['comments.list'], { params: { id: under._id } });
      const [newest] = data.comments;
      await ana.api.call(commentsEndpoints['comments.delete'], { params: { id: newest?._id ?? '' } });
    };
    const page = await as(ana, `/post/${under._id}`);
    const lose = (before: () => Promise<void>) =>
      answerFirst(page, isCreate, async (route) => {
        await serverAnswer(route);
        await before();
        await route.abort();
      });
    await lose(() => goOffline(page));
    await field(page).fill('From the train');
    await post(page).click();
    const waiting = section(page).getByRole('list', { name: 'Not posted yet' });
    await expect(waiting).toContainText('From the train');
    await deleteNewest();
    // Only the page that comes sends it again: of two, the first might leave before it has heard the answer.
    await page.goto('about:blank');
    const sentAgain = page.waitForResponse((response) => isCreate(new URL(response.url())));
    await page.context().setOffline(false);
    await page.goto(`/post/${under._id}`);
    expect((await sentAgain).status()).toBe(404);
    await expect(waiting).toHaveCount(0);
    expect(await commentCount(ana, under)).toBe(0);

    // Whoever presses once more wants another one.
    await lose(async () => undefined);
    await field(page).fill('Never mind');
    await post(page).click();
    await expect(toastOf(page, 'No connection')).toBeVisible();
    await deleteNewest();
    await post(page).click();
    await expect(item(page, 'Never mind')).toBeVisible();
    await expect(field(page)).toHaveValue('');
    expect(await commentCount(ana, under)).toBe(1);
  });

  test('keep their text when posting fails', async ({ as }) => {
    const page = await as(ana, `/post/${under._id}`);
    await answerFirst(page, isCreate, (route) => fail(route));
    await field(page).fill('Once only');
    await post(page).click();
    await expect(toastOf(page, 'Your comment could not be posted')).toBeVisible();
    await expect(field(page)).toHaveValue('Once only');
    await post(page).click();
    await expect(item(page, 'Once only')).toBeVisible();
  });
});
