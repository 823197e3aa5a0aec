import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import { expect } from '@playwright/test';
import { cards, hold, isFeed, loginPrompt, toastOf } from '../harness/feed.ts';
import { publishGallery, publishText } from '../harness/posts.ts';
import { publishVideo } from '../harness/video.ts';
import { goto, refuse, type Tour } from './tour.ts';

const isPost = (url: URL) => /^\/api\/posts\/[^/]+$/.test(url.pathname);

/** What whoever is not signed in may come to see. */
export const guestTours: readonly Tour[] = [
  {
    name: 'signing in',
    async walk({ open, look }) {
      const page = await open(null, '/login');
      await look(page, 'empty');
      await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toHaveCount(2);
      await look(page, 'with faults');
      await page.getByLabel('Username').fill('nobody_here');
      await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse1');
      await page.getByRole('button', { name: 'Show password' }).click();
      await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
      await expect(toastOf(page, 'Login failed')).toBeVisible();
      await look(page, 'refused');
    },
  },
  {
    name: 'making an account and choosing a new password',
    async walk({ duet, open, look }) {
      const page = await open(null, '/register');
      await page.getByLabel('Username').fill('a b');
      await page.getByLabel('Password', { exact: true }).fill('Short');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
      await look(page, 'with faults');
      const admin = await duet.admin();
      const { data } = await admin.api.call(joiningEndpoints['invitations.create'], { body: {} });
      await goto(page, `/join#${data.invitation.code}`);
      await expect(page.getByLabel('Username')).toBeVisible();
      await look(page, 'joining by an invitation');
      await goto(page, '/new-password#none');
      await look(page, 'new password');
      await page.getByRole('button', { name: 'Save and sign in' }).click();
      await expect(page.getByText('Please fill in all fields.')).toBeVisible();
      await look(page, 'new password with a fault');
      await goto(page, '/nowhere');
      await expect(page.getByText('The address may be old, or mistyped.')).toBeVisible();
      await look(page, 'no such page');
    },
  },
  {
    name: 'the feed',
    async walk({ fresh, open, look }) {
      const site = await fresh();
      const page = await open(null, '/home', site);
      await expect(page.getByText('no posts yet')).toBeVisible();
      await look(page, 'empty');

      const admin = await site.admin();
      await publishText(admin, '<h4>Deep</h4><p>words</p><h2>High</h2><pre>code</pre><ul><li>one</li></ul>');
      await publishText(admin, `<p>${'many words '.repeat(120)}</p>`, { title: 'A long one with a title' });
      await publishGallery(admin, 6, { caption: 'Six of them' });
      await publishVideo(admin, 'Moving');
      await page.route(isFeed, (route) => refuse(route));
      await goto(page, '/home');
      await expect(page.getByText('Failed to fetch posts')).toBeVisible();
      await look(page, 'failed');
      await page.unroute(isFeed);
      const release = await hold(page, isFeed);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await goto(page, '/home');
      await expect(page.getByTestId('post-skeleton').first()).toBeVisible();
      await look(page, 'on its way', 'loading');
      release();
      await goto(page, '/home');
      await expect(cards(page)).toHaveCount(4);
      await expect(page.getByRole('button', { name: /^Play the video/ })).toBeVisible();
      await expect(cards(page).getByText('0:02')).toBeVisible();
      await look(page, 'filled');
      await cards(page).first().getByRole('button', { name: /^Like/ }).click();
      await expect(loginPrompt(page)).toBeVisible();
      await look(page, 'asked to sign in');
    },
  },
  {
    name: 'a post',
    async walk({ duet, open, look }) {
      const admin = await duet.admin();
      const blocks = [
        { type: 'header', data: { text: 'In blocks', level: 4 } },
        { type: 'paragraph', data: { text: 'First' } },
        { type: 'header', data: { text: 'Higher', level: 1 } },
        { type: 'list', data: { style: 'ordered', items: ['one', 'two'] } },
        { type: 'quote', data: { text: 'Said', caption: 'Somebody' } },
      ];
      const post = await publishText(admin, JSON.stringify({ blocks }), { title: 'Blocks' });
      const page = await open(null, `/post/${post._id}`);
      await expect(page.getByRole('heading', { name: 'In blocks' })).toBeVisible();
      await look(page, 'of blocks');
      await admin.api.call(postsEndpoints['posts.delete'], { params: { id: post._id } });
      await goto(page, `/post/${post._id}`);
      await expect(page.getByText('It may have been deleted.')).toBeVisible();
      await look(page, 'deleted');
      await page.route(isPost, (route) => refuse(route));
      await goto(page, `/post/${post._id}`);
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
      await look(page, 'failed');
    },
  },
];
