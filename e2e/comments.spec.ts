import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { limits } from '@duet/contract/limits';
import type { Post } from '@duet/contract/posts/shapes';
import {
  chooseFor,
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
import type { Person } from './harness/duet.ts';
import { fail, hold, loginPrompt, toastOf } from './harness/feed.ts';
import { fillSignIn } from './harness/login-prompt.ts';
import { publishText } from './harness/posts.ts';
import { serverAnswer } from './harness/requests.ts';
import { stopTime } from './harness/shell.ts';
import { splashIsGone } from './harness/splash.ts';
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

  test('are a sheet over the post where one reads and writes, and the post counts them [COM-01, COM-02, COM-08, COM-25]', async ({
    as,
  }) => {
    const page = await as(ana, '/home');
    await expect(commentButton(page, under)).toHaveAccessibleName('Comment, 0 comments');
    await openComments(page, under);
    await expect(sheet(page).getByText('No comments yet')).toBeVisible();
    await commentField(page).fill('I <3 you & <b>all</b>\nsecond line');
    const sent = page.waitForRequest((request) => isCreate(new URL(request.url())));
    await postButton(page).click();
    expect(JSON.parse((await sent).postData() ?? '')).toEqual({
      postId: under._id,
      text: 'I <3 you & <b>all</b>\nsecond line',
      clientId: expect.stringMatching(/^[\x21-\x7e]{1,100}$/),
    });
    await expect(comment(page, 'I <3 you & <b>all</b>')).toContainText(ana.username);
    await expect(commentField(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    await expect(commentButton(page, under)).toHaveAccessibleName('Comment, 1 comment');
    await expect(commentButton(page, under)).toBeFocused();
    await expect.poll(() => commentCount(ana, under)).toBe(1);
  });

  test('are written by admins as well, with the keyboard alone [COM-03]', async ({ as }) => {
    const page = await as(admin, `/post/${under._id}`);
    await splashIsGone(page);
    await commentButton(page, under).focus();
    await page.keyboard.press('Enter');
    await expect(sheet(page)).toBeVisible();
    await commentField(page).focus();
    await page.keyboard.type('From us both');
    await page.keyboard.press('Control+Enter');
    await expect(comment(page, 'From us both')).toBeVisible();
    await expect(commentField(page)).toBeFocused();
  });

  test('ask a guest to sign in, and lead back to the post [COM-04]', async ({ page }) => {
    await page.goto(`/post/${under._id}`);
    await commentButton(page, under).click();
    await expect(loginPrompt(page)).toBeVisible();
    await expect(sheet(page)).toBeHidden();
    await fillSignIn(page, ana);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.waitForURL(`**/post/${under._id}`);
    await openComments(page, under);
  });

  test('open once for quick taps; a tap on another post counts 300 ms later [COM-06]', async ({ as }) => {
    const other = await publishText(admin, '<p>In the woods</p>');
    const third = await publishText(admin, '<p>On the roof</p>');
    const page = await as(ana);
    await page.clock.install();
    await page.goto('/home');
    await expect(commentButton(page, under)).toBeVisible();
    const listed: (string | undefined)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (isList(url)) listed.push(url.pathname.split('/').at(-1));
    });
    // What the sheet needs is loaded at its first opening.
    await openComments(page, third);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await stopTime(page);
    listed.length = 0;
    const buttons = new Map(
      await Promise.all(
        [under, other].map(async (post) => [post, await commentButton(page, post).elementHandle()] as const),
      ),
    );
    /** Taps twice, and waits until the page has asked for what it asks for then. */
    const tap = async (post: Post) => {
      await buttons.get(post)?.evaluate((button) => {
        for (let n = 0; n < 2; n += 1) (button as HTMLElement).click();
      });
      await page.evaluate(async () => (await fetch('/robots.txt')).text());
    };
    await tap(under);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect.poll(() => listed).toEqual([under._id]);
    await page.clock.runFor(299);
    await tap(other);
    expect(listed).toEqual([under._id]);
    await page.clock.runFor(1);
    await tap(other);
    await expect.poll(() => listed).toEqual([under._id, other._id]);
  });

  test('open again however soon they are wanted after they were closed [COM-06]', async ({ as }) => {
    const page = await as(ana);
    await page.clock.install();
    await page.goto(`/post/${under._id}`);
    await openComments(page, under);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.pauseAt(Date.now() + 60_000);
    await openComments(page, under);
    await page.keyboard.press('Escape');
    await page.clock.runFor(limits.tap.commentDebounceMs - 50);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openComments(page, under);
  });

  test('come 50 at a time, the newest or the oldest first [COM-07]', async ({ as }) => {
    for (let n = 1; n <= 53; n += 1) await writeComment(n % 2 ? ana : dan, under, `number ${n}.`);
    const page = await as(ana, `/post/${under._id}`);
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (isList(url)) asked.push(url.search);
    });
    await openComments(page, under);
    await expect(comments(page)).toHaveCount(50);
    await expect(comments(page).first()).toContainText('number 53.');
    await comment(page, 'number 4.').scrollIntoViewIfNeeded();
    await expect(comments(page)).toHaveCount(53);
    await expect(comments(page).last()).toContainText('number 1.');
    await sheet(page).getByRole('radio', { name: 'Oldest' }).check();
    await expect(comments(page).first()).toContainText('number 1.');
    // A poll in between asks for the same once more.
    expect([...new Set(asked)].slice(0, 3)).toEqual([
      '?page=1&limit=50&sort=newest',
      '?page=2&limit=50&sort=newest',
      '?page=1&limit=50&sort=oldest',
    ]);
  });

  test('are edited in their place; the history shows what changed [COM-09, COM-16, COM-29]', async ({
    as,
  }) => {
    await writeComment(ana, under, 'We took the red boat');
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    await chooseFor(page, 'red boat', 'Edit');
    const editing = sheet(page).getByRole('textbox', { name: 'Edit your comment' });
    await expect(editing).toBeFocused();
    await editing.fill('forget it');
    await page.keyboard.press('Escape');
    await expect(comment(page, 'We took the red boat')).toBeVisible();
    await chooseFor(page, 'red boat', 'Edit');
    await editing.fill('We took the blue boat');
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    await expect(comment(page, 'We took the blue boat')).toContainText('edited');

    await comment(page, 'blue boat')
      .getByRole('button', { name: /^edited/ })
      .click();
    const history = page.getByRole('dialog', { name: 'Edit history' });
    await expect(history.getByRole('listitem')).toHaveCount(2);
    await expect(history.locator('del')).toContainText('red');
    await expect(history.locator('ins')).toContainText('blue');
    await expect(history.locator('time')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(history).toBeHidden();
    await expect(sheet(page)).toBeVisible();

    const other = await as(dan, `/post/${under._id}`);
    await openComments(other, under);
    await expect(comment(other, 'blue boat')).toContainText('edited');
    await expect(comment(other, 'blue boat').getByRole('button', { name: /^edited/ })).toHaveCount(0);
  });

  test('whose edit is seen before it is answered keep their history open', async ({ as }) => {
    await writeComment(admin, under, 'We took the red boat');
    const page = await as(admin, `/post/${under._id}`);
    await openComments(page, under);
    const answered = Promise.withResolvers<void>();
    await page.route(
      (url) => /^\/api\/comments\/[^/]+$/.test(url.pathname),
      async (route) => {
        const response = await serverAnswer(route);
        await answered.promise;
        await route.fulfill({ response });
      },
    );
    await chooseFor(page, 'red boat', 'Edit');
    await sheet(page).getByRole('textbox', { name: 'Edit your comment' }).fill('We took the blue boat');
    const edit = page.waitForResponse((response) => response.request().method() === 'PUT');
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    // The stream has told the admin of it.
    await sheet(page)
      .getByRole('button', { name: /^edited/ })
      .click();
    const history = page.getByRole('dialog', { name: 'Edit history' });
    await expect(history.locator('ins')).toContainText('blue');
    answered.resolve();
    await (await edit).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await expect(history).not.toHaveAttribute('data-leaving', 'true');
    await expect(history.locator('del')).toContainText('red');
  });

  test('are deleted after a question, and the post counts again [COM-10]', async ({ as }) => {
    await writeComment(ana, under, 'Too much');
    await writeComment(dan, under, 'Just right');
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    await comment(page, 'Just right')
      .getByRole('button', { name: /^Options/ })
      .click();
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await page
      .getByRole('dialog', { name: /^Options/ })
      .getByRole('button', { name: 'Cancel' })
      .click();

    const question = page.getByRole('dialog', { name: 'Delete this comment?' });
    await chooseFor(page, 'Too much', 'Delete');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(comment(page, 'Too much')).toBeVisible();
    await page.route('**/api/comments/*', (route) => fail(route));
    await chooseFor(page, 'Too much', 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await toastOf(page, 'Your comment could not be deleted').getByRole('button', { name: 'Close' }).click();
    await expect(comment(page, 'Too much')).toBeVisible();
    await page.unroute('**/api/comments/*');
    await chooseFor(page, 'Too much', 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(comment(page, 'Too much')).toHaveCount(0);
    await expect(sheet(page).getByText('1 comment', { exact: true })).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Close' }).first().click();
    await expect(commentButton(page, under)).toHaveAccessibleName('Comment, 1 comment');
    await expect.poll(() => commentCount(ana, under)).toBe(1);
  });

  test("are moderated by admins, who see what was reported and delete anybody's [COM-23, COM-28]", async ({
    as,
  }) => {
    const { _id: id } = await writeComment(dan, under, 'Buy my watches');
    const report = commentsEndpoints['comments.report'];
    await ana.api.call(report, { params: { id }, body: { reason: 'Spam' } });
    const page = await as(admin, `/post/${under._id}`);
    await openComments(page, under);
    await expect(comment(page, 'Buy my watches')).toContainText('Reported:Spam · 1');
    await chooseFor(page, 'Buy my watches', 'Delete');
    await page
      .getByRole('dialog', { name: 'Delete this comment?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(comment(page, 'Buy my watches')).toHaveCount(0);
    // It leaves the screen before the server has answered.
    await expect.poll(() => commentCount(ana, under)).toBe(0);
  });

  test('are liked and disliked, one at a time, shown at once [COM-11, COM-13, COM-14, COM-26, COM-27]', async ({
    as,
  }) => {
    await writeComment(dan, under, 'Lovely');
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    const like = comment(page, 'Lovely').getByRole('button', { name: /^Like/ });
    const dislike = comment(page, 'Lovely').getByRole('button', { name: /^Dislike/ });
    const release = await hold(page, isReaction);
    const sent = page.waitForRequest((request) => isReaction(new URL(request.url())));
    await like.click();
    await expect(like).toHaveAccessibleName('Like, 1 like');
    expect(JSON.parse((await sent).postData() ?? '')).toEqual({ action: 'like', userAction: 'like' });
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    release();
    const switched = page.waitForResponse(
      (response) =>
        isReaction(new URL(response.url())) &&
        response.ok() &&
        response.request().postDataJSON().userAction === 'dislike',
    );
    await dislike.click();
    await expect(like).toHaveAccessibleName('Like, 0 likes');
    await expect(dislike).toHaveAccessibleName('Dislike, 1 dislike');
    await switched;
    await page.reload();
    await openComments(page, under);
    await expect(dislike).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toHaveAttribute('aria-pressed', 'false');
  });

  test('are reported for one of four reasons, by anybody but the author [COM-15, COM-19, COM-20, COM-21, COM-22]', async ({
    as,
  }) => {
    const { _id: id } = await writeComment(dan, under, 'Rude words');
    await writeComment(ana, under, 'Mine');
    const page = await as(ana, `/post/${under._id}`);
    await openComments(page, under);
    await comment(page, 'Mine')
      .getByRole('button', { name: /^Options/ })
      .click();
    await expect(page.getByRole('button', { name: 'Report' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await chooseFor(page, 'Rude words', 'Report');
    const reasons = page.getByRole('dialog', { name: 'Report this comment' });
    await expect(reasons.getByRole('listitem')).toHaveText([
      'Spam',
      'Inappropriate Content',
      'Harassment',
      'Other',
    ]);
    const sent = page.waitForRequest(`**/api/comments/${id}/offensive`);
    await reasons.getByRole('button', { name: 'Harassment' }).click();
    const request = await sent;
    expect([request.method(), JSON.parse(request.postData() ?? '')]).toEqual([
      'PATCH',
      { reason: 'Harassment' },
    ]);
    await expect(toastOf(page, 'Thank you')).toBeVisible();
    await expect(reasons).toBeHidden();
    const { data } = await admin.api.call(commentsEndpoints['comments.list'], { params: { id: under._id } });
    expect(data.comments.find(({ _id }) => _id === id)?.reports).toEqual([
      { reason: 'Harassment', count: 1 },
    ]);
  });
});
