import { cards } from './harness/feed.ts';
import { appIsKept } from './harness/kept-app.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the installed app opens without a network, and shows the site again when it is back', async ({
  duet,
  as,
}) => {
  await publishText(await duet.admin(), '<p>Seen before the tunnel.</p>');
  const page = await as(null, '/home');
  await expect(cards(page).first()).toBeVisible();
  await appIsKept(page);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Duet' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();

  await page.context().setOffline(false);
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
});
