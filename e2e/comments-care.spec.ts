import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import type { Request } from '@playwright/test';
import {
  comment,
  commentButton,
  commentCount,
  commentField,
  comments,
  isCreate,
  isList,
  isReaction,
  openComments,
  postButton,
  sheet,
  writeComment,
} from './harness/comments.ts';
import { type Person, password } from './harness/duet.ts';
import { fail, hold, loginPrompt, toastOf } from './harness/feed.ts';
import { fillSignIn } from './harness/login-prompt.ts';
import { publishText } from './harness/posts.ts';
import { answerFirst, serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

test.describe('comments', () => {
  let admin: Person;
  let ana: Person;
  let dan: Person;
  let under: Post;

  test.beforeEach(async ({ duet }) => {
    admin = await duet.admin();
    [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    under = await publishText(admin, '<p>By the lake</p>');
  });

  test('are not liked after all when the call fails, and quick taps are one call', async ({ as }) => {
    await writeComment(dan, under, 'Lovely');
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    const like = comment(page, 'Lovely').getByRole('button', { name: /^Like/ });
    const calls: Request[] = [];
    const gate = Promise.withResolvers<void>();
    await page.route(isReaction, async (route) => {
      calls.push(route.request());
      await gate.promise;
      await fail(route);
    });
    await like.evaluate((button: HTMLElement) => {
      for (let taps = 0; taps < 3; taps += 1) button.click();
    });
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    gate.resolve();
    await expect(toastOf(page, 'That could not be saved')).toBeVisible();
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await expect(like).toHaveAccessibleName('Like, 0 likes');
    expect(calls).toHaveLength(1);
  });

  test('stay on the device while they are written, one draft for each post', async ({ as }) => {
    const other = await publishText(admin, '<p>Another one</p>');
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    await commentField(page).fill('Half a thou');
    await page.reload();
    await openComments(page, under);
    await expect(commentField(page)).toHaveValue('Half a thou');
    await page.goto(`/post/${other._id}`);
    await openComments(page, other);
    await expect(commentField(page)).toHaveValue('');
  });

  test('keep their text when posting fails, and do not stand twice when only the answer was lost', async ({
    as,
  }) => {
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    await expect(sheet(page).getByText('No comments yet')).toBeVisible();
    await answerFirst(page, isCreate, (route) => fail(route));
    await commentField(page).fill('Once only');
    await postButton(page).click();
    await expect(toastOf(page, 'Your comment could not be posted')).toBeVisible();
    await expect(commentField(page)).toHaveValue('Once only');

    await answerFirst(page, isCreate, async (route) => {
      await serverAnswer(route);
      await route.abort();
    });
    await postButton(page).click();
    await expect(toastOf(page, 'No connection')).toBeVisible();
    await postButton(page).click();
    await expect(comments(page)).toHaveText([/Once only/]);
    await expect(commentField(page)).toHaveValue('');
    expect(await commentCount(ana, under)).toBe(1);
  });

  test('keep what is typed on while the one before is being posted', async ({ as }) => {
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    const release = await hold(page, isCreate);
    await commentField(page).fill('The first one');
    const sent = page.waitForRequest((request) => isCreate(new URL(request.url())));
    await postButton(page).click();
    await sent;
    await commentField(page).fill('The second one');
    release();
    await expect(comment(page, 'The first one')).toBeVisible();
    await expect(postButton(page)).toBeEnabled();
    await expect(commentField(page)).toHaveValue('The second one');
    await postButton(page).click();
    await expect(comment(page, 'The second one')).toBeVisible();
    await expect(commentField(page)).toHaveValue('');
  });

  test('are there again, with their text, after a session that ended meanwhile', async ({ as, duet }) => {
    const again = await duet.signIn(ana.username);
    const page = await as(again, `/post/${under._id}`);
    await openComments(page, under);
    await commentField(page).fill('Where was I?');
    // Not before the press: the stream would tell of it, and the field would be a guest's by then.
    await answerFirst(page, isCreate, async (route) => {
      await ana.api.call(accountsEndpoints['accounts.endOtherSessions']);
      await route.continue();
    });
    await postButton(page).click();
    const notice = page.getByRole('status').filter({ hasText: 'You are signed out' });
    await expect(notice).toContainText('This device was signed out from another one.');
    await notice.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Username').fill(ana.username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.waitForURL(`**/post/${under._id}`);
    await expect(commentField(page)).toHaveValue('Where was I?');
    await postButton(page).click();
    await expect(comment(page, 'Where was I?')).toBeVisible();
  });

  test('are read by guests beneath the post; whatever they do there asks them to sign in, and keeps their text [COM-04, COM-07]', async ({
    as,
  }) => {
    await writeComment(dan, under, 'Just lovely');
    const page = await as(null, `/post/${under._id}`);
    const section = page.getByRole('region', { name: 'Comments' });
    const item = section.getByRole('listitem').filter({ hasText: 'Just lovely' });
    await expect(item).toContainText(dan.username);
    await expect(section.getByText('1 comment', { exact: true })).toBeVisible();
    await expect(section.getByRole('button', { name: /Edit|Delete|history/ })).toHaveCount(0);
    for (const act of [
      () => item.getByRole('button', { name: /^Like/ }).click(),
      () => item.getByRole('button', { name: /^Dislike/ }).click(),
      () => item.getByRole('button', { name: dan.username, exact: true }).click(),
      async () => {
        await item.getByRole('button', { name: /^Options/ }).click();
        await page.getByRole('button', { name: 'Report', exact: true }).click();
      },
    ]) {
      await act();
      await expect(loginPrompt(page)).toBeVisible();
      await loginPrompt(page).getByRole('button', { name: 'Not now' }).click();
      await expect(loginPrompt(page)).toBeHidden();
    }
    await section.getByRole('textbox', { name: 'Write a comment' }).fill('From a stranger');
    await section.getByRole('button', { name: 'Post comment' }).click();
    await fillSignIn(page, ana);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.waitForURL(`**/post/${under._id}`);
    await expect(commentField(page)).toHaveValue('From a stranger');
    await expect(section).toHaveCount(0);
    await postButton(page).click();
    await expect(comment(page, 'From a stranger')).toBeVisible();
    await expect.poll(() => commentCount(ana, under)).toBe(2);
  });

  test('open from the address once, and show what others write meanwhile', async ({ as }) => {
    const page = await as(ana);
    await page.clock.install();
    await page.goto(`/post/${under._id}#comments`);
    await page.clock.runFor(3000);
    await expect(sheet(page).getByText('No comments yet')).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
    await writeComment(dan, under, 'Out of nowhere');
    await page.clock.runFor(16_000);
    await expect(comment(page, 'Out of nowhere')).toBeVisible();
    await expect(sheet(page).getByText('1 comment', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.clock.runFor(1000);
    await expect(sheet(page)).toBeHidden();
    await expect(commentButton(page, under)).toHaveAccessibleName('Comment, 1 comment');
  });

  test('have at most 2000 characters, and say how many are left', async ({ as }) => {
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    const button = sheet(page).getByRole('button', { name: 'Post comment' });
    await expect(button).toBeDisabled();
    await commentField(page).fill('   ');
    await expect(button).toBeDisabled();
    await commentField(page).fill('👍'.repeat(1990));
    await expect(sheet(page).getByText('10 characters left')).toBeAttached();
    await commentField(page).fill('a'.repeat(2003));
    await expect(sheet(page).getByText('3 characters too many')).toBeAttached();
    await expect(button).toBeDisabled();
    await commentField(page).fill('a'.repeat(2000));
    await expect(button).toBeEnabled();
  });

  test('show skeletons while they load, and what failed with another try', async ({ as }) => {
    await writeComment(dan, under, 'At last');
    const page = await as(ana);
    const release = await hold(page, isList);
    await page.goto(`/post/${under._id}`);
    await openComments(page, under);
    await expect(sheet(page).getByText('Loading comments')).toBeAttached();
    release();
    await expect(comment(page, 'At last')).toBeVisible();
    await page.route(isList, (route) => fail(route, 500, 'The shelf is empty.'));
    await page.reload();
    await openComments(page, under);
    await expect(sheet(page).getByRole('alert')).toContainText('The shelf is empty.');
    await page.unroute(isList);
    await sheet(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(comment(page, 'At last')).toBeVisible();
  });

  test('lead to who wrote them, from there to a message, and close behind', async ({ as }) => {
    await writeComment(dan, under, 'Ask me anything');
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    await comment(page, 'Ask me anything').getByRole('button', { name: dan.username, exact: true }).click();
    await page.getByRole('button', { name: 'Send a message' }).click();
    await page.waitForURL(`**/messages?to=${dan.id}`);
    await expect(sheet(page)).toBeHidden();
    await expect(page.getByRole('dialog', { name: dan.username })).toBeVisible();
  });

  test('keep the switch of their order, and its focus, while the other order loads or where it fails', async ({
    as,
  }) => {
    await writeComment(dan, under, 'The first');
    await writeComment(dan, under, 'The last');
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    await expect(comments(page).first()).toContainText('The last');
    await page.route(
      (url) => isList(url) && url.searchParams.get('sort') === 'oldest',
      (route) => fail(route, 500, 'The shelf is empty.'),
    );
    const newest = sheet(page).getByRole('radio', { name: 'Newest' });
    await newest.focus();
    await page.keyboard.press('ArrowRight');
    await expect(sheet(page).getByRole('alert')).toContainText('The shelf is empty.');
    await expect(sheet(page).getByRole('radio', { name: 'Oldest' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(comments(page).first()).toContainText('The last');
    await expect(newest).toBeFocused();
  });
});
