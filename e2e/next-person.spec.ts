import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page, Request, Route } from '@playwright/test';
import { cardOf } from './harness/feed.ts';
import { goOffline } from './harness/network.ts';
import { picture } from './harness/picture.ts';
import { publishText } from './harness/posts.ts';
import { answerFirst } from './harness/requests.ts';
import { signInElsewhere } from './harness/tabs.ts';
import { expect, test } from './harness/test.ts';

/** Holds the first call to this path until `end` is called, which answers it, or loses its answer. */
async function holdFirst(page: Page, path: string) {
  const ends = Promise.withResolvers<'answered' | 'lost'>();
  const asked = Promise.withResolvers<Request>();
  const handle = async (route: Route) => {
    asked.resolve(route.request());
    if ((await ends.promise) === 'answered') await route.continue();
    else await route.abort('connectionreset');
  };
  await answerFirst(page, `**${path}`, handle);
  return { asked: asked.promise, end: ends.resolve };
}

test('the photo that somebody sends stays theirs where another person has signed in meanwhile', async ({
  duet,
  as,
}) => {
  const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
  const page = await as(ana, '/profile');
  const upload = await holdFirst(page, '/api/profile-picture/base64');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose from library' }).click();
  await (await chosen).setFiles({
    name: 'us.png',
    mimeType: 'image/png',
    buffer: Buffer.from(picture(300, 300)),
  });
  await upload.asked;
  await signInElsewhere(page, dan);
  await expect(page.getByRole('region', { name: dan.username })).toBeVisible();
  upload.end('answered');
  await expect(page.locator('.toast-success')).toBeVisible();
  await expect(page.locator('img[src*="/media/profile/"]')).toHaveCount(0);
  const { data } = await ana.api.call(accountsEndpoints['accounts.currentUser']);
  expect(data.user.profilePictureUrl).not.toBeNull();
});

test('a username that somebody chose is not tried again for another person who has signed in meanwhile', async ({
  duet,
  as,
}) => {
  const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
  const page = await as(ana, '/profile');
  const change = await holdFirst(page, '/api/auth/username');
  await page.getByRole('button', { name: 'Change the username' }).click();
  const form = page.getByRole('dialog', { name: 'Change the username' });
  await form.getByLabel('New username').fill(`${ana.username}_new`);
  await form.getByRole('button', { name: 'Save the username' }).click();
  await change.asked;
  await signInElsewhere(page, dan);
  await expect(page.getByRole('region', { name: dan.username })).toBeVisible();
  change.end('lost');
  await expect(page.locator('.toast')).toBeVisible();
  const { data } = await dan.api.call(accountsEndpoints['accounts.currentUser']);
  expect(data.user.username).toBe(dan.username);
  await expect(page.getByRole('region', { name: dan.username })).toBeVisible();
});

test('a like is not tried again for another person who has signed in meanwhile, nor shown as theirs', async ({
  duet,
  as,
}) => {
  const post = await publishText(await duet.admin(), '<p>To be liked</p>');
  const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
  const page = await as(ana, '/home');
  const heart = cardOf(page, post).getByRole('button', { name: /^Like/ });
  const like = await holdFirst(page, '/api/likes');
  await heart.click();
  await like.asked;
  await signInElsewhere(page, dan);
  await expect(page.getByRole('banner').getByText('D', { exact: true })).toBeVisible();
  like.end('lost');
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { data } = await dan.api.call(postsEndpoints['posts.detail'], { params: { id: post._id } });
  expect(data.post).toMatchObject({ hasUserLiked: false, totalLikes: 0 });
});

test("a like that waits for the network shows as nobody else's, and who signs in next likes by themselves", async ({
  duet,
  as,
}) => {
  const post = await publishText(await duet.admin(), '<p>To be liked</p>');
  const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
  const page = await as(ana, '/home');
  const heart = cardOf(page, post).getByRole('button', { name: /^Like/ });
  await goOffline(page);
  await heart.click();
  await expect(heart).toHaveAttribute('data-waiting', 'true');
  await signInElsewhere(page, dan);
  await page.context().setOffline(false);
  await expect(page.getByRole('banner').getByText('D', { exact: true })).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  const likedByDan = async () =>
    (await dan.api.call(postsEndpoints['posts.detail'], { params: { id: post._id } })).data.post;
  await expect.poll(likedByDan).toMatchObject({ hasUserLiked: true, totalLikes: 1 });
});
