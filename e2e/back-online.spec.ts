import { appIsKept } from './harness/kept-app.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

test.use({ serviceWorkers: 'allow' });

test.describe('without a network', () => {
  test('a like stays over a reload, and is sent once when the network is back', async ({ as, duet }) => {
    const admin = await duet.admin();
    const { _id } = await publishText(admin, '<p>Read me in the tunnel</p>', { title: 'On the night train' });
    const person = await duet.person();
    const likes = async () => {
      const post = (await (await fetch(`${duet.url}/api/posts/${_id}`)).json()) as {
        data: { post: { totalLikes: number } };
      };
      return post.data.post.totalLikes;
    };
    const page = await as(person, '/home');
    const card = page.locator('article').filter({ hasText: 'On the night train' });
    await expect(card).toBeVisible();
    await appIsKept(page);

    await page.context().setOffline(true);
    await page.reload();
    await expect(page.locator('#splash')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
    await expect(card).toContainText('Read me in the tunnel');

    const heart = card.getByRole('button', { name: /like/i }).first();
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('duet.unsent-likes'))).toContain(_id);
    expect(await likes()).toBe(0);
    await page.reload();
    await expect(page.locator('#splash')).toHaveCount(0);
    await expect(heart).toHaveAttribute('aria-pressed', 'true');

    await page.context().setOffline(false);
    await expect.poll(likes).toBe(1);
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toHaveCount(0);
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    expect(await page.evaluate(() => localStorage.getItem('duet.unsent-likes'))).toBeNull();
  });
});
