import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page, Route } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { commentField, openComments, sheet } from './harness/comments.ts';
import type { Person } from './harness/duet.ts';
import { toastOf } from './harness/feed.ts';
import { inboxRow, messageField, sendMessage, thread } from './harness/messages.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'You are signed out' });

async function signInAgain(page: Page, person: Person, withPassword = person.password): Promise<void> {
  await notice(page).getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(withPassword);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Profile' }).first()).toBeVisible();
}

/** Ends all other sessions of a person, as their other device would. */
async function endOthers(person: Person, elsewhere: Person): Promise<void> {
  expect(person.id).toBe(elsewhere.id);
  await elsewhere.api.call(accountsEndpoints['accounts.endOtherSessions'], {});
}

for (const width of [390, 1440]) {
  test.describe(`at ${width} px, whose session ended elsewhere`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('reads why at once, and is back in the conversation with the words of before', async ({
      duet,
      as,
    }) => {
      const [ana, dan] = [await duet.person('ended'), await duet.person('partner')];
      await sendMessage(dan, ana, 'Hello');
      const page = await as(ana, '/messages');
      await inboxRow(page, dan).getByRole('button').click();
      await messageField(page).fill('Not yet sent');
      await endOthers(ana, await duet.signIn(ana.username));
      // By the stream of events: nothing is pressed here.
      await expect(notice(page)).toContainText('This device was signed out from another one.');
      await expect(notice(page)).toContainText('What you began to write here is kept for you.');
      await expect(page.getByText('Hello')).toHaveCount(0);
      await page.waitForURL('**/login');
      await page.getByLabel('Username').fill(ana.username);
      await page.getByLabel('Password', { exact: true }).fill(ana.password);
      await page.getByLabel('Password', { exact: true }).press('Enter');
      await expect(page).toHaveURL(`/messages?to=${dan.id}`);
      await expect(thread(page, dan)).toBeVisible();
      await expect(messageField(page)).toHaveValue('Not yet sent');
      await expect(notice(page)).toHaveCount(0);
    });

    test('is back at the open comments with the words of before; somebody else sees nothing of them', async ({
      duet,
      as,
    }) => {
      const [ana, eva] = [await duet.person('ended'), await duet.person('other')];
      const post = await publishText(await duet.admin(), '<p>Discussed</p>');
      for (const person of [ana, eva]) {
        const page = await as(ana, `/post/${post._id}`);
        await openComments(page, post);
        await commentField(page).fill('Half a comment');
        await endOthers(ana, await duet.signIn(ana.username));
        await expect(notice(page)).toBeVisible();
        await signInAgain(page, person);
        await expect(page).toHaveURL(`/post/${post._id}`);
        if (person === ana) {
          await expect(sheet(page)).toBeVisible();
          await expect(commentField(page)).toHaveValue('Half a comment');
          // The next round begins with a session of one's own again.
          Object.assign(ana, await duet.signIn(ana.username));
        } else {
          await expect(sheet(page)).toHaveCount(0);
          await openComments(page, post);
          await expect(commentField(page)).toHaveValue('');
        }
        await page.close();
      }
    });

    test('reads of another role, and a write is neither repeated as a guest nor lost', async ({
      duet,
      as,
    }) => {
      const [admin, ana] = [await duet.admin(), await duet.person('promoted')];
      const post = await publishText(admin, '<p>Written under</p>');
      const page = await as(ana);
      // Nothing but the write itself tells the page.
      await page.route('**/api/events*', (route) => route.abort());
      await page.goto(`/post/${post._id}`);
      await openComments(page, post);
      await commentField(page).fill('Kept over all this');
      const others: Route[] = [];
      const isOther = (url: URL) => url.pathname.startsWith('/api/') && url.pathname !== '/api/comments';
      await page.route(isOther, (route) => void others.push(route));
      const writes: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/comments')) {
          writes.push(request.headers().authorization);
        }
      });
      await admin.api.call(accountsEndpoints['accounts.changeUser'], {
        params: { id: ana.id },
        body: { role: 'admin' },
      });
      await commentField(page).press('Control+Enter');
      await expect(notice(page)).toContainText('An admin changed what you may do here.');
      expect(writes).toEqual([`Bearer ${ana.token}`]);
      await page.unroute(isOther);
      await Promise.all(others.map((route) => route.continue()));
      // The toast stands above the notice, whose buttons stay free.
      const toast = toastOf(page, 'Your session has ended');
      await expect(toast).toBeVisible();
      const [above, below] = [await boxOf(toast), await boxOf(notice(page))];
      expect(above.bottom).toBeLessThanOrEqual(below.y);
      await signInAgain(page, ana);
      await expect(commentField(page)).toHaveValue('Kept over all this');
    });
  });
}

test('who changed their password elsewhere, deleted the account or signed out in another tab is told so', async ({
  duet,
  as,
}) => {
  const another = 'Another-Horse2';
  const ana = await duet.person('changed');
  const page = await as(ana, '/profile');
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  const elsewhere = await duet.signIn(ana.username);
  await elsewhere.api.call(accountsEndpoints['accounts.changeUser'], {
    params: { id: ana.id },
    body: { password: another },
  });
  await expect(notice(page)).toContainText('The password of your account was changed.');
  await page.waitForURL('**/home');
  await signInAgain(page, ana, another);
  await expect(page).toHaveURL('/profile');

  const tab = await page.context().newPage();
  await tab.goto('/profile');
  await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(notice(page)).toContainText('You signed out in another tab.');
  await expect(notice(tab)).toHaveCount(0);

  const eva = await duet.person('deleted');
  const hers = await as(eva, '/home');
  await expect(hers.getByRole('button', { name: 'Profile' }).first()).toBeVisible();
  await (await duet.signIn(eva.username)).api.call(accountsEndpoints['accounts.deleteMe'], {
    body: { password: eva.password },
  });
  await expect(notice(hers)).toContainText('This account was deleted.');
  await expect(notice(hers).getByRole('button', { name: 'Sign in' })).toHaveCount(0);
});

test('every tab names the reason that the server gave to one of them', async ({ duet, as }) => {
  const ana = await duet.person('tabs');
  const page = await as(ana, '/home');
  const tab = await page.context().newPage();
  // This one hears of nothing but that the token is gone.
  await tab.route('**/api/events*', (route) => route.abort());
  for (const each of [page, tab]) {
    await each.goto('/home');
    await expect(each.getByRole('button', { name: 'Profile' }).first()).toBeVisible();
  }
  await endOthers(ana, await duet.signIn(ana.username));
  for (const each of [page, tab])
    await expect(notice(each)).toContainText('This device was signed out from another one.');
});

test('somebody else who signs in after a session ended is not led to where it ended', async ({
  duet,
  as,
}) => {
  const [ana, eva] = [await duet.person('ended'), await duet.person('next')];
  const page = await as(ana, '/profile');
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  await endOthers(ana, await duet.signIn(ana.username));
  await page.waitForURL('**/home');
  await signInAgain(page, eva);
  await expect(page).toHaveURL('/home');
});
