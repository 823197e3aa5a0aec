import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import { expect, type Page } from '@playwright/test';
import { writeComment } from '../harness/comments.ts';
import { type Duet, password } from '../harness/duet.ts';
import { cardOf } from '../harness/feed.ts';
import { publishGallery, publishText, uploadGalleryImage } from '../harness/posts.ts';
import { discard, goto, refuse, type Tour } from './tour.ts';

const isActivity = (url: URL) => url.pathname === '/api/admin/activity';
const isAudit = (url: URL) => url.pathname === '/api/admin/audit';
const isPeople = (url: URL) => url.pathname === '/api/users';
const isOverview = (url: URL) => url.pathname.startsWith('/api/admin/');
const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0);
const failed = (page: Page) => expect(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible();

/** Something in every section of the dashboard. */
async function furnish(duet: Duet): Promise<void> {
  const admin = await duet.admin();
  const [ana, ion] = [await duet.person('ana'), await duet.person('ion')];
  const post = await publishText(admin, '<p>Looked at</p>');
  const { _id: id } = await writeComment(ana, post, 'Buy cheap watches');
  await ion.api.call(commentsEndpoints['comments.report'], { params: { id }, body: { reason: 'Spam' } });
  const draft = await admin.api.call(postsEndpoints['posts.draft'], { body: { postType: 'gallery' } });
  await uploadGalleryImage(admin, draft.data.postId);
  await admin.api.call(postsEndpoints['posts.setLikes'], { params: { id: post._id }, body: { likes: 3 } });
}

/** What only admins come to see, but for where they write. */
export const adminTours: readonly Tour[] = [
  {
    name: 'the dashboard',
    async walk({ duet, open, look }) {
      await furnish(duet);
      const page = await open(await duet.admin(), '/admin');
      await expect(page.locator('[data-chart="signUps"]')).toBeVisible();
      await expect(page.locator('[data-comment-id]').first()).toBeVisible();
      await look(page, 'filled');
      for (const name of ['Media Cleanup', 'Draft Cleanup']) {
        await page.getByRole('button', { name }).click();
        await expect(page.getByRole('dialog', { name })).toBeVisible();
        await expect(page.getByRole('dialog', { name }).locator('[aria-busy="true"]')).toHaveCount(0);
        await look(page, name);
        await page.keyboard.press('Escape');
        await closed(page);
      }
      await page.route(isOverview, (route) => refuse(route));
      await goto(page, '/admin');
      await failed(page);
      await look(page, 'failed');
    },
  },
  {
    name: 'a site of their own',
    async walk({ fresh, open, look }) {
      const site = await fresh();
      const admin = await site.admin();
      const page = await open(admin, '/admin/site', site);
      await page.getByLabel('Name of the site').fill('Ana & Dan');
      await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffd400');
      await expect(page.getByRole('button', { name: 'Use this colour' })).toBeVisible();
      await look(page, 'settings, with a colour that does not read');
      await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#1d6b8f');
      await page.getByRole('radio', { name: /^People with an account/ }).check();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
      await page.getByRole('region', { name: 'Signing in' }).scrollIntoViewIfNeeded();
      await look(page, 'settings, who comes in');
      await goto(page, '/welcome');
      await expect(page.getByLabel('Name of the site')).toBeVisible();
      await look(page, 'the first steps');
      const guest = await open(null, '/home', site);
      await expect(guest.getByRole('heading', { name: 'Ana & Dan' })).toBeVisible();
      await look(guest, 'closed to guests');
    },
  },
  {
    name: 'people',
    async walk({ duet, open, look }) {
      const ana = await duet.person('ana');
      await ana.api.call(accountsEndpoints['accounts.changeUser'], {
        params: { id: ana.id },
        body: { displayName: 'Constantin-Alexandru Dumitrescu-Popescu' },
      });
      const page = await open(await duet.admin(), '/admin/users');
      const row = page.locator(`[data-user-id="${ana.id}"]`);
      await expect(row).toBeVisible();
      await look(page, 'listed');
      await page.getByRole('button', { name: 'Invite' }).click();
      await expect(page.getByText('No invitation has been made yet.')).toBeVisible();
      await look(page, 'inviting');
      await page.keyboard.press('Escape');
      await closed(page);
      await row.getByRole('button', { name: /^Edit/ }).click();
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Make a link' }).click();
      await expect(page.getByRole('textbox', { name: 'One-time password link' })).toBeVisible();
      await look(page, 'editing one');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await closed(page);
      await row.getByRole('button', { name: /^Delete/ }).click();
      await expect(page.getByRole('dialog', { name: /^Delete/ })).toBeVisible();
      await look(page, 'asked whether to delete one');
      await page.keyboard.press('Escape');
      await closed(page);
      await page.getByRole('textbox', { name: 'Username or email' }).fill('nobody is called so');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Nobody was found')).toBeVisible();
      await look(page, 'nobody found');
      await page.route(isPeople, (route) => refuse(route));
      await goto(page, '/admin/users');
      await failed(page);
      await look(page, 'failed');
    },
  },
  {
    name: 'activity and audit',
    async walk({ duet, open, look }) {
      await furnish(duet);
      const admin = await duet.admin();
      await admin.api.call(siteEndpoints['site.change'], { body: { joining: 'approval' } });
      await duet.guest.call(accountsEndpoints['accounts.register'], {
        body: { username: 'bunica_lia', email: 'lia@example.org', password },
      });
      const page = await open(admin, '/admin/activity');
      await expect(page.getByRole('region', { name: 'Waiting for your approval' })).toBeVisible();
      await page.getByText('All activity').click();
      await expect(page.locator('[data-activity-type]').first()).toBeVisible();
      await look(page, 'all activity');
      await page.locator('[data-activity-type]').filter({ hasText: 'Buy cheap watches' }).first().click();
      const modal = page.getByRole('dialog', { name: 'Post Details' });
      await expect(modal.getByRole('article')).toBeVisible();
      await look(page, 'a post over it');
      await page.route(isActivity, (route) =>
        route.fulfill({
          json: {
            success: true,
            activities: [],
            data: { pagination: { page: 1, hasMore: false, totalCount: 0, limit: 20 } },
          },
        }),
      );
      await goto(page, '/admin/activity');
      await expect(page.getByText('No Activity Yet')).toBeVisible();
      await look(page, 'no activity');
      await page.unroute(isActivity);
      await page.route(isActivity, (route) => refuse(route));
      await goto(page, '/admin/activity');
      await failed(page);
      await look(page, 'no answer of the activity');

      await goto(page, '/admin/audit');
      await expect(page.getByRole('list', { name: 'Lines of the audit' })).toBeVisible();
      await look(page, 'the audit');
      await page.getByRole('textbox', { name: 'Who or whom' }).fill('nobody');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
      await look(page, 'no line of the audit');
      await page.route(isAudit, (route) => refuse(route));
      await goto(page, '/admin/audit');
      await failed(page);
      await look(page, 'no answer of the audit');
    },
  },
  {
    name: 'posts with their menus',
    async walk({ duet, open, look }) {
      const admin = await duet.admin();
      const gallery = await publishGallery(admin, 3, { caption: 'Three', adminOnlyVisibility: true });
      const page = await open(admin, `/post/${gallery._id}`);
      const options = cardOf(page, gallery).getByRole('button', { name: /^Options/ });
      await options.click();
      await look(page, 'the menu of a post');
      await page.getByRole('button', { name: 'Set likes' }).click();
      const likes = page.getByRole('dialog', { name: 'Set likes' });
      await likes.getByLabel('Extra likes').fill('-1');
      await likes.getByRole('button', { name: 'Save' }).click();
      await expect(likes.getByRole('alert')).toBeVisible();
      await look(page, 'setting its likes');
      await discard(page);
      await closed(page);
      await options.click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete this post?' })).toBeVisible();
      await look(page, 'asked whether to delete it');
      await page.keyboard.press('Escape');
      await closed(page);
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await page.getByRole('button', { name: 'Copy link' }).first().click();
      await expect(page.getByRole('textbox', { name: 'Link to the post' })).toBeFocused();
      await look(page, 'a link, to be copied by hand');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'New post' }).click();
      await expect(page.getByRole('dialog', { name: 'New post' })).toBeVisible();
      await look(page, 'the menu of new posts');
    },
  },
];
