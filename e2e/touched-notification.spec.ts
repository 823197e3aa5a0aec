import type { PushPayload } from '@duet/contract/push/shapes';
import { Notified } from './harness/push.ts';
import { expect, test } from './harness/test.ts';

// The worker that is told of a touch is the point here.
test.use({ serviceWorkers: 'allow' });

const payload = (url: string): PushPayload => ({
  kind: 'post',
  tag: 'post',
  lang: 'en',
  title: 'admin',
  body: 'Shared a new post.',
  many: {},
  url,
  at: Date.now(),
});

test('a touched notification that leads elsewhere leads home', async ({ duet, as }) => {
  const page = await as(await duet.person('ana'), '/profile');
  const phone = await Notified.of(page);
  await phone.push(payload('https://evil.example/x'));
  await expect.poll(() => phone.shown()).toHaveLength(1);
  await phone.touch();
  await page.waitForURL('**/home');
  expect(new URL(page.url()).origin).toBe(duet.url);
});

test('a notification that is touched while the app starts leads to its place once the app stands', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person('ana'));
  const texts = Promise.withResolvers<void>();
  await page.route('**/assets/en-*.js', async (route) => {
    await texts.promise;
    await route.continue();
  });
  await page.goto('/profile');
  // The app makes its worker once it stands.
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js', { type: 'module' }));
  const phone = await Notified.of(page);
  await phone.push(payload('/messages'));
  await expect.poll(() => phone.shown()).toHaveLength(1);
  await phone.touch();
  await expect.poll(() => phone.shown()).toEqual([]);
  await expect(page.getByRole('banner')).toHaveCount(0);
  texts.resolve();
  await page.waitForURL('**/messages');
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
});
