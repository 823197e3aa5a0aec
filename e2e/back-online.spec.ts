import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import type { Page } from '@playwright/test';
import {
  chooseFor,
  comment,
  commentField,
  isCreate,
  openComments,
  postButton,
  sheet,
  writeComment,
} from './harness/comments.ts';
import type { Duet, Person } from './harness/duet.ts';
import { cardOf, toastOf } from './harness/feed.ts';
import { bubble, inboxRow, messageField, saidTo, say, sendMessage, thread } from './harness/messages.ts';
import { goOffline } from './harness/network.ts';
import { appIsCached, chunkIsCached, reloadOffline } from './harness/offline-app.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

test.use({ serviceWorkers: 'allow' });

const offlineNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline' });
const heartOf = (page: Page, post: Post) =>
  cardOf(page, post)
    .getByRole('button', { name: /^Like|^Liked/ })
    .first();
const unsent = (page: Page, text: string) =>
  sheet(page).getByRole('list', { name: 'Not posted yet' }).getByRole('listitem').filter({ hasText: text });

/** What waits on the device of the page. */
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /unsent|outbox/.test(key)));

test.describe('without a network', () => {
  let admin: Person;
  let ana: Person;
  let dan: Person;
  let post: Post;

  const likes = async () =>
    (await ana.api.call(postsEndpoints['posts.detail'], { params: { id: post._id } })).data.post.totalLikes;
  const commentsOf = async (person: Person) =>
    (
      await ana.api.call(commentsEndpoints['comments.list'], {
        params: { id: post._id },
        query: { sort: 'oldest' },
      })
    ).data.comments
      .filter(({ user_id }) => user_id === person.id)
      .map(({ text }) => text);

  const goAboard = async (duet: Duet) => {
    admin = await duet.admin();
    [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    post = await publishText(admin, '<p>Read me in the tunnel</p>', { title: 'On the night train' });
  };
  test.beforeEach(({ duet }) => goAboard(duet));

  /** Signed in as ana, with all that she needs without a network on her device. */
  async function onBoard(as: (person: Person) => Promise<Page>): Promise<Page> {
    await sendMessage(dan, ana, 'Have a good journey.');
    const page = await as(ana);
    await page.goto('/messages');
    await expect(inboxRow(page, dan)).toBeVisible();
    await page.goto('/home');
    await expect(cardOf(page, post)).toBeVisible();
    await splashIsGone(page);
    for (const part of ['PostComments', 'MessagesScreen']) await chunkIsCached(page, part);
    await appIsCached(page);
    return page;
  }

  test('a like, a comment and messages stay over reloads, and arrive once when the network is back', async ({
    ownServer,
    browser,
    contextOptions,
    viewport,
  }) => {
    test.setTimeout(180_000);
    const site = await ownServer();
    await goAboard(site);
    const page = await onBoard((person) =>
      site.page(browser, person, { ...contextOptions, viewport, serviceWorkers: 'allow' }),
    );
    await goOffline(page);
    // A browser lets calls through for a moment after a reload, whatever it was told; so nobody must be there either.
    await site.server.end();
    await reloadOffline(page);
    await expect(offlineNotice(page)).toBeVisible();
    await expect(cardOf(page, post)).toContainText('Read me in the tunnel');

    await heartOf(page, post).click();
    await expect(heartOf(page, post)).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() =>
        page.evaluate(() =>
          Object.entries(localStorage)
            .filter(([key]) => key.startsWith('duet.outbox.'))
            .flat()
            .join(),
        ),
      )
      .toContain(post._id);

    await openComments(page, post);
    await commentField(page).fill('Written in the tunnel');
    await postButton(page).click();
    await expect(unsent(page, 'Written in the tunnel')).toContainText('Will be posted when you are online');
    await expect(commentField(page)).toHaveValue('');

    await page.goto('/messages');
    await splashIsGone(page);
    await inboxRow(page, dan).getByRole('button').click();
    await expect(thread(page, dan).getByRole('status')).toContainText(
      'This conversation shows when you are back',
    );
    for (const text of ['The first word', 'The second word']) {
      await say(page, text);
      await expect(bubble(page, text)).toContainText('Will be sent when you are online');
    }

    await reloadOffline(page);
    await expect(bubble(page, 'The second word')).toContainText('Will be sent when you are online');
    await page.goto('/home');
    await splashIsGone(page);
    await expect(heartOf(page, post)).toHaveAttribute('aria-pressed', 'true');
    await openComments(page, post);
    await expect(unsent(page, 'Written in the tunnel')).toBeVisible();

    await site.server.restart();
    expect([await likes(), await commentsOf(ana), await saidTo(ana, dan)]).toEqual([0, [], []]);
    await page.context().setOffline(false);
    await expect.poll(() => saidTo(ana, dan)).toEqual(['The first word', 'The second word']);
    await expect.poll(() => commentsOf(ana)).toEqual(['Written in the tunnel']);
    await expect.poll(likes).toBe(1);
    await expect(unsent(page, 'Written in the tunnel')).toHaveCount(0);
    await expect(
      sheet(page).getByRole('list', { name: 'Comments' }).getByText('Written in the tunnel'),
    ).toHaveCount(1);

    await page.reload();
    await splashIsGone(page);
    await expect(heartOf(page, post)).toHaveAttribute('aria-pressed', 'true');
    await expect(offlineNotice(page)).toHaveCount(0);
    // An answer that the reload cut off is asked for again.
    await expect.poll(() => kept(page)).toEqual([]);
    expect([await likes(), await commentsOf(ana), await saidTo(ana, dan)]).toEqual([
      1,
      ['Written in the tunnel'],
      ['The first word', 'The second word'],
    ]);
  });

  test('two tabs send what was written in both once and in order, and nothing that one of them discarded', async ({
    as,
  }) => {
    const here = await onBoard(as);
    const there = await here.context().newPage();
    for (const page of [here, there]) {
      await page.goto(`/messages?to=${dan.id}`);
      await expect(bubble(page, 'Have a good journey.')).toBeVisible();
      await splashIsGone(page);
    }
    await goOffline(here);
    await say(here, 'one');
    await expect(bubble(there, 'one')).toContainText('Will be sent');
    await say(there, 'two');
    await expect(bubble(here, 'two')).toContainText('Will be sent');
    await say(here, 'not this');
    await expect(bubble(there, 'not this')).toContainText('Will be sent');
    await say(here, 'three');
    await bubble(there, 'not this').getByRole('button', { name: 'Discard' }).click();
    await expect(bubble(here, 'not this')).toHaveCount(0);

    await here.context().setOffline(false);
    for (const page of [here, there]) {
      await expect(bubble(page, 'three')).toContainText('Sent');
      await expect(page.locator('[data-temp]')).toHaveCount(0);
    }
    expect(await saidTo(ana, dan)).toEqual(['one', 'two', 'three']);
  });

  test("nobody else on the device sends a person's words; they go when the person is back", async ({
    as,
    duet,
  }) => {
    const page = await onBoard(as);
    await page.goto(`/messages?to=${dan.id}`);
    await expect(bubble(page, 'Have a good journey.')).toBeVisible();
    await goOffline(page);
    await say(page, 'from ana alone');
    await expect(bubble(page, 'from ana alone')).toContainText('Will be sent');
    // Her session has ended meanwhile.
    await ana.api.call(accountsEndpoints['accounts.logout']);
    await page.context().setOffline(false);
    await expect(page).toHaveURL(/\/login/);

    const signIn = async ({ username, password }: Person) => {
      await page.goto('/login');
      await splashIsGone(page);
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
      await expect(page).not.toHaveURL(/\/login/);
    };
    const eva = await duet.person('eva');
    await signIn(eva);
    await page.goto(`/messages?to=${dan.id}`);
    await expect(messageField(page)).toBeVisible();
    await say(page, 'from eva');
    await expect(bubble(page, 'from eva')).toContainText('Sent');
    expect([await saidTo(eva, dan), await saidTo(dan, ana)]).toEqual([
      ['from eva'],
      ['Have a good journey.'],
    ]);
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /duet\.seen/.test(key)));
    expect(kept.filter((key) => key.includes(ana.id))).toEqual([]);

    await page.evaluate(() => {
      for (const key of ['duet.token', 'duet.user']) localStorage.removeItem(key);
    });
    await signIn(ana);
    const again = await duet.signIn(ana.username);
    await expect.poll(() => saidTo(again, dan)).toEqual(['from ana alone']);
  });

  test('what the server refuses stays with its reason, and is not tried again by itself', async ({ as }) => {
    const page = await onBoard(as);
    await page.goto(`/messages?to=${dan.id}`);
    await expect(bubble(page, 'Have a good journey.')).toBeVisible();
    await goOffline(page);
    await say(page, 'Are you there?');
    await expect(bubble(page, 'Are you there?')).toContainText('Will be sent');
    await dan.api.call(messagesEndpoints['messages.setBlock'], { params: { userId: ana.id } });
    let tries = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/messages') tries += 1;
    });
    await page.context().setOffline(false);
    await expect(toastOf(page, 'Failed to send message')).toBeVisible();
    await expect(bubble(page, 'Are you there?')).toContainText(
      'This person does not take messages from you.',
    );
    await page.reload();
    await expect(bubble(page, 'Are you there?')).toContainText(
      'This person does not take messages from you.',
    );
    await expect(bubble(page, 'Are you there?')).toContainText('Not sent');
    expect(tries).toBe(1);

    await dan.api.call(messagesEndpoints['messages.liftBlock'], { params: { userId: ana.id } });
    await bubble(page, 'Are you there?').getByRole('button', { name: 'Try Again' }).click();
    await expect(bubble(page, 'Are you there?')).toContainText('Sent');
    expect(await saidTo(ana, dan)).toEqual(['Are you there?']);
  });

  test('a comment that is refused shows wherever one is, with its words and the reason', async ({ as }) => {
    const page = await onBoard(as);
    await goOffline(page);
    await openComments(page, post);
    await commentField(page).fill('Words for a post that is gone');
    await postButton(page).click();
    await expect(unsent(page, 'Words for a post')).toBeVisible();
    await admin.api.call(postsEndpoints['posts.delete'], { params: { id: post._id } });
    let tries = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && isCreate(new URL(request.url()))) tries += 1;
    });
    await page.context().setOffline(false);
    await expect(unsent(page, 'Words for a post')).toContainText('Not posted');

    await page.reload();
    await splashIsGone(page);
    await expect(page.getByText('1 comment was not posted')).toBeVisible();
    await page.getByRole('button', { name: 'Look' }).click();
    const refused = page.getByRole('dialog', { name: 'Not posted' });
    await expect(refused.getByRole('listitem')).toContainText('Words for a post that is gone');
    await expect(refused.getByRole('listitem')).toContainText('Post not found');
    expect(tries).toBe(1);
    await refused.getByRole('button', { name: 'Discard' }).click();
    await expect(refused).toHaveCount(0);
    await expect(page.getByText('1 comment was not posted')).toHaveCount(0);
    expect(await kept(page)).toEqual([]);
  });

  test('the change of a comment that was begun stays over a reload', async ({ as }) => {
    await writeComment(ana, post, 'Fist version');
    const page = await onBoard(as);
    await openComments(page, post);
    const field = page.getByRole('textbox', { name: 'Edit your comment' });
    await chooseFor(page, 'Fist version', 'Edit');
    await field.fill('First version');
    await page.reload();
    await splashIsGone(page);
    await openComments(page, post);
    await chooseFor(page, 'Fist version', 'Edit');
    await expect(field).toHaveValue('First version');
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    await expect(comment(page, 'First version')).toBeVisible();
    await expect.poll(() => commentsOf(ana)).toEqual(['First version']);
  });

  test('what is written as the network comes back is written on in the same field', async ({ as }) => {
    const page = await onBoard(as);
    await page.goto('/messages');
    await expect(inboxRow(page, dan)).toBeVisible();
    await splashIsGone(page);
    await goOffline(page);
    await inboxRow(page, dan).getByRole('button').click();
    await expect(thread(page, dan).getByRole('status')).toContainText('This conversation shows when');
    await messageField(page).fill('Nearly there');
    await messageField(page).press('Home');
    await page.context().setOffline(false);
    await expect(bubble(page, 'Have a good journey.')).toBeVisible();
    await expect(messageField(page)).toBeFocused();
    await page.keyboard.type('I am ');
    await expect(messageField(page)).toHaveValue('I am Nearly there');
  });
});
