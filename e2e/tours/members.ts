import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import { expect } from '@playwright/test';
import {
  chooseFor,
  comment,
  commentField,
  comments,
  isList,
  openComments,
  sheet,
  writeComment,
} from '../harness/comments.ts';
import { cardOf } from '../harness/feed.ts';
import {
  bubble,
  inboxRow,
  isInbox,
  isSend,
  isThread,
  say,
  sendMessage,
  thread,
} from '../harness/messages.ts';
import { picture } from '../harness/picture.ts';
import { publishGallery, publishText, uploadImage } from '../harness/posts.ts';
import { unasked } from '../harness/push.ts';
import { goto, refuse, type Tour } from './tour.ts';

/** What whoever is signed in may come to see. */
export const memberTours: readonly Tour[] = [
  {
    name: 'about the couple',
    async walk({ fresh, open, look }) {
      const site = await fresh();
      const admin = await site.admin();
      const other = await site.otherAdmin('matei');
      for (const [who, displayName] of [
        [admin, 'Ioana'],
        [other, 'Matei'],
      ] as const) {
        await who.api.call(accountsEndpoints['accounts.changeUser'], {
          params: { id: who.id },
          body: { displayName },
        });
      }
      const page = await open(admin, '/about', site);
      await expect(page.getByRole('heading', { name: 'Ioana and Matei' })).toBeVisible();
      await look(page, 'without a story');
      await page.getByRole('button', { name: 'Write your story' }).click();
      await page.getByLabel('Together since').fill('2019-02-14');
      await page.getByRole('textbox', { name: 'Your story' }).click();
      await page.keyboard.type('We met on the night train to Suceava, in the wrong carriage.');
      await expect(page.getByText('Saved on this device')).toBeVisible();
      await look(page, 'writing');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.waitForURL('**/about');
      await expect(page.getByText('in the wrong carriage')).toBeVisible();
      const { url } = await uploadImage(admin, picture(1200, 675, 21));
      await admin.api.call(siteEndpoints['site.change'], {
        body: { coverUrl: url, line: 'Two people, a dog, and a very old car' },
      });
      await publishText(admin, '<p>Seven hours of forest and one of rain.</p>');
      const guest = await open(null, '/login', site);
      const years = [2026, 2025, 2024, 2021, 2019].map((year, at) => ({ year, count: 4 * at + 1 }));
      await guest.route(/\/api\/years$/, (route) =>
        route.fulfill({ json: { success: true, data: { years } } }),
      );
      await goto(guest, '/about');
      await expect(guest.getByRole('button', { name: '2019' })).toBeVisible();
      await expect(guest.getByText('1 post since 2026')).toBeVisible();
      await look(guest, 'with a story');
      await guest.route(/\/api\/site\/about$/, (route) => refuse(route));
      await goto(guest, '/about');
      await expect(guest.getByText('This page could not be loaded')).toBeVisible();
      await look(guest, 'failed');
    },
  },
  {
    name: 'a person',
    async walk({ duet, open, look }) {
      const [admin, ana] = [await duet.admin(), await duet.person('ana')];
      await admin.api.call(accountsEndpoints['accounts.changeUser'], {
        params: { id: admin.id },
        body: { displayName: 'Constantin Alexandru de la Bârlad' },
      });
      await publishText(admin, '<p>Seven hours of forest and one of rain.</p>', {
        title: 'The long way home',
      });
      await publishGallery(admin, 3, { caption: 'By the lake' });
      await publishText(admin, '<p>Only words, and not many of them.</p>');
      const page = await open(ana, `/people/${admin.id}`);
      await expect(page.getByRole('list', { name: 'Posts' }).getByRole('link')).toHaveCount(3);
      await look(page, 'their posts as a grid');
      await goto(page, `/people/${ana.id}`);
      await expect(page.getByText('No posts yet')).toBeVisible();
      await look(page, 'oneself, without posts');
    },
  },
  {
    name: 'comments',
    async walk({ duet, open, look }) {
      const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
      const post = await publishGallery(await duet.admin(), 1);
      const page = await open(ana, `/post/${post._id}`);
      await look(page, 'the post');
      await openComments(page, post);
      await expect(sheet(page).getByText('No comments yet')).toBeVisible();
      await look(page, 'none yet');
      await page.keyboard.press('Escape');
      await expect(sheet(page)).toHaveCount(0);

      await writeComment(dan, post, `From Dan, ${'long'.repeat(60)}`);
      const { _id: id } = await writeComment(ana, post, 'From Ana');
      await ana.api.call(commentsEndpoints['comments.update'], {
        params: { id },
        body: { text: 'From Ana still' },
      });
      await goto(page, `/post/${post._id}`);
      await openComments(page, post);
      await expect(comments(page)).toHaveCount(2);
      await commentField(page).fill('x'.repeat(1990));
      await look(page, 'two, and a long one being written');
      await comment(page, 'From Dan')
        .getByRole('button', { name: /^Options for the comment/ })
        .click();
      await expect(page.getByRole('dialog', { name: /^Options for/ })).toBeVisible();
      await look(page, 'the menu of one');
      await page.getByRole('button', { name: 'Report' }).click();
      await expect(page.getByRole('dialog', { name: 'Report this comment' })).toBeVisible();
      await look(page, 'reporting one');
      await page.keyboard.press('Escape');
      await chooseFor(page, 'From Ana still', 'Edit');
      await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toBeVisible();
      await look(page, 'editing one');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await chooseFor(page, 'From Ana still', 'Edit history');
      const history = page.getByRole('dialog', { name: 'Edit history' });
      await expect(history.getByRole('listitem')).toHaveCount(2);
      await look(page, 'the history of one');
      await history.getByRole('button', { name: 'Close' }).click();
      await chooseFor(page, 'From Ana still', 'Delete');
      await expect(page.getByRole('dialog', { name: 'Delete this comment?' })).toBeVisible();
      await look(page, 'asked whether to delete one');
      await page.keyboard.press('Escape');
      await comment(page, 'From Dan').getByRole('button', { name: dan.username, exact: true }).click();
      await expect(page.getByRole('button', { name: 'Send a message' })).toBeVisible();
      await look(page, 'who wrote one');
      await page.keyboard.press('Escape');
      // Until it is gone, Escape is its own.
      await expect(page.getByRole('button', { name: 'Send a message' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(sheet(page)).toHaveCount(0);
      await page.route(isList, (route) => refuse(route));
      await goto(page, `/post/${post._id}`);
      await openComments(page, post);
      await expect(sheet(page).getByRole('button', { name: 'Try Again' })).toBeVisible();
      await look(page, 'failed');
    },
  },
  {
    name: 'pictures, looked at',
    async walk({ duet, open, look }) {
      const post = await publishGallery(await duet.admin(), 5);
      const page = await open(await duet.person('ana'), `/post/${post._id}`);
      await cardOf(page, post).getByRole('button', { name: 'Open picture 2 of 5' }).click();
      await expect(page.getByRole('dialog', { name: 'Pictures' }).getByText('Picture 2 of')).toBeAttached();
      await look(page, 'one of five');
    },
  },
  {
    name: 'messages',
    async walk({ duet, open, look }) {
      const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
      const page = await open(ana, '/messages');
      await expect(page.getByText('No conversations yet')).toBeVisible();
      await look(page, 'none yet');
      await page.getByRole('button', { name: 'New message' }).click();
      const choosing = page.getByRole('dialog', { name: 'New message' });
      await expect(choosing.getByRole('list', { name: 'People' })).toBeVisible();
      await look(page, 'whom to write to');
      await page.keyboard.press('Escape');
      await expect(choosing).toHaveCount(0);
      await page.route(isInbox, (route) => refuse(route));
      await goto(page, '/messages');
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
      await look(page, 'failed');
      await page.unroute(isInbox);

      await goto(page, `/messages?to=${dan.id}`);
      await expect(thread(page, dan).getByText('Say hello')).toBeVisible();
      await look(page, 'a conversation that begins');
      await page.keyboard.press('Escape');
      await expect(thread(page, dan)).toHaveCount(0);

      await sendMessage(ana, dan, 'https://example.org/a-link and 👍');
      for (let n = 0; n < 8; n += 1) await sendMessage(dan, ana, 'x'.repeat(300));
      await expect(inboxRow(page, dan).locator('.badge')).toHaveText('8', { timeout: 30_000 });
      await look(page, 'unread ones');
      await inboxRow(page, dan).getByRole('button').click();
      await expect(bubble(page, 'xxx').last()).toBeVisible();
      // Read, the inbox beside it says so too.
      await expect(inboxRow(page, dan).locator('.badge')).toHaveCount(0);
      await page.route(isSend, (route) => route.abort());
      await say(page, 'On its way');
      await look(page, 'a conversation, and one on its way');
      await page.unroute(isSend);
      await page.getByRole('button', { name: /^Options for the conversation/ }).click();
      await page.getByRole('button', { name: `Block ${dan.username}` }).click();
      await expect(page.getByRole('dialog', { name: `Block ${dan.username}?` })).toBeVisible();
      await look(page, 'asked whether to block');
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      await expect(page.getByText(`You blocked ${dan.username}.`)).toBeVisible();
      await look(page, 'blocked');
      await page.route(isThread, (route) => refuse(route));
      const eva = await duet.person('eva');
      await goto(page, `/messages?to=${eva.id}`);
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Try Again' })).toBeVisible();
      await look(page, 'a conversation that failed');
    },
  },
  {
    name: 'the own profile',
    async walk({ duet, open, look }) {
      const [person, other] = [await duet.person('ana'), await duet.person('dan')];
      await duet.signIn(person.username);
      await person.api.call(messagesEndpoints['messages.setBlock'], { params: { userId: other.id } });
      const page = await open(person, '/home');
      await unasked(page);
      await goto(page, '/profile');
      await expect(page.getByRole('button', { name: /^Unblock/ })).toBeVisible();
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByText('Please fill in all fields.')).toBeVisible();
      await look(page, 'with a fault');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete account' })).toBeVisible();
      await look(page, 'asked whether to delete it');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Change the address' }).click();
      const address = page.getByRole('dialog', { name: 'Change the address' });
      await address.getByRole('button', { name: 'Save the address' }).click();
      await expect(address.getByRole('alert')).toBeVisible();
      await look(page, 'changing the address');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Change the username' }).click();
      await expect(page.getByRole('dialog', { name: 'Change the username' })).toBeVisible();
      await look(page, 'changing the username');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const chosen = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose from library' }).click();
      const buffer = Buffer.from(picture(900, 600));
      await (await chosen).setFiles({ name: 'us.png', mimeType: 'image/png', buffer });
      await expect(page.getByRole('slider', { name: 'Enlarge' })).toBeVisible();
      await look(page, 'cutting a photo');
      await goto(page, '/setup-profile');
      await expect(page.getByRole('button', { name: 'Skip for now' })).toBeVisible();
      await look(page, 'welcomed');
    },
  },
];
