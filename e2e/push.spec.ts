import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { PushPayload } from '@duet/contract/push/shapes';
import type { Page } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { recordKeptAlive } from './harness/keepalive.ts';
import { publishText } from './harness/posts.ts';
import { Notified, startPushService, subscribeAt, unasked } from './harness/push.ts';
import { expect, test } from './harness/test.ts';

// The worker that shows notifications is the point here.
test.use({ serviceWorkers: 'allow' });

const device = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function writeTo(duet: Duet, from: string, to: string, message: string) {
  const sender = await duet.signIn(from);
  await sender.api.call(messagesEndpoints['messages.send'], { body: { recipientId: to, message } });
}

const payload = (tag: string, url: string): PushPayload => ({
  kind: 'message',
  tag,
  lang: 'en',
  title: tag,
  body: 'Sent you a message.',
  many: {},
  url,
  at: Date.now(),
});

/** Sets what the settings of the page's browser say of notifications from its site. */
async function notificationSetting(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { browserContextId = '' } = targetInfo;
  const browser = await page.context().browser()?.newBrowserCDPSession();
  return (setting: 'denied' | 'granted') =>
    browser?.send('Browser.setPermission', {
      permission: { name: 'notifications' },
      setting,
      browserContextId,
    });
}

/** With a worker, and no notification that is shown; `data-looked` says that the app has looked for them. */
async function followLooks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    ServiceWorkerRegistration.prototype.getNotifications = async () => {
      document.documentElement.setAttribute('data-looked', '');
      return [];
    };
  });
  await page.goto('/profile');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

test.describe('notifications', () => {
  test('are turned on for a device, arrive there, and end with the session [PROF-04]', async ({
    fresh,
    browser,
  }) => {
    const service = await startPushService();
    const duet = await fresh({ DUET_PUSH_SERVICES: service.origin });
    const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    const page = await duet.page(browser, ana, { serviceWorkers: 'allow' });
    await subscribeAt(page, service.origin);
    await page.goto('/profile');
    const turnOn = device(page).getByRole('button', { name: 'Turn on here' });
    await turnOn.click();
    await expect(device(page).getByText('This device notifies you.')).toBeVisible();
    await writeTo(duet, dan.username, ana.id, 'Hello');
    await expect.poll(() => service.brought.length).toBe(1);
    expect(service.brought[0]).toMatchObject({ encoding: 'aes128gcm' });

    // On another day the same device is told without being asked again.
    await page.reload();
    await expect(device(page).getByText('This device notifies you.')).toBeVisible();
    await device(page).getByRole('button', { name: 'Turn off here' }).click();
    await expect(turnOn).toBeVisible();
    await turnOn.click();
    await expect(device(page).getByText('This device notifies you.')).toBeVisible();

    // The page signs out at once; the server, which knows where to tell of messages, a moment later.
    const told = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'));
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect((await told).ok()).toBe(true);
    await writeTo(duet, dan.username, ana.id, 'Nobody hears this');
    const again = await duet.page(browser, await duet.signIn(ana.username), { serviceWorkers: 'allow' });
    await subscribeAt(again, service.origin);
    await again.goto('/profile');
    await device(again).getByRole('button', { name: 'Turn on here' }).click();
    await expect(device(again).getByText('This device notifies you.')).toBeVisible();
    await writeTo(duet, dan.username, ana.id, 'Somebody does');
    await expect.poll(() => service.brought.length).toBe(2);
    await again.context().close();
    await page.context().close();
    service.close();
  });

  test('of somebody end where another person signs in over their session', async ({ fresh, browser }) => {
    const service = await startPushService();
    const duet = await fresh({ DUET_PUSH_SERVICES: service.origin });
    const [admin, ana, dan] = [await duet.admin(), await duet.person('ana'), await duet.person('dan')];
    const page = await duet.page(browser, await duet.signIn(ana.username), { serviceWorkers: 'allow' });
    await subscribeAt(page, service.origin);
    await page.goto('/profile');
    await device(page).getByRole('button', { name: 'Turn on here' }).click();
    await expect(device(page).getByText('This device notifies you.')).toBeVisible();
    const { data } = await admin.api.call(accountsEndpoints['accounts.makePasswordLink'], {
      params: { id: dan.id },
    });
    const isTold = page.waitForResponse((response) => response.url().endsWith('/api/push/subscriptions'));
    await page.goto(`/new-password#${data.code}`);
    // The browser of the test gives every page another subscription.
    await isTold;
    await page.getByLabel('New password', { exact: true }).fill('Another-Horse2');
    await page.getByLabel('Confirm new password').fill('Another-Horse2');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page).toHaveURL('/home');
    const sessions = async () => (await ana.api.call(accountsEndpoints['accounts.sessions'])).data.sessions;
    await expect.poll(async () => (await sessions()).length).toBe(1);
    const subscription = () =>
      page.evaluate(async () => {
        const { pushManager } = await navigator.serviceWorker.ready;
        return (await pushManager.getSubscription())?.endpoint ?? null;
      });
    await expect.poll(subscription).toBeNull();
    await page.context().close();
    service.close();
  });

  test('are off and say why in a window that shows none, whatever its settings say', async ({ duet, as }) => {
    // Chromium without a window: nobody was asked, and nothing would be shown.
    const page = await as(await duet.person(), '/profile');
    expect(await page.evaluate(() => Notification.permission)).toBe('denied');
    const push = page.getByRole('switch', { name: 'Push notifications' });
    await expect(push).toHaveAccessibleDescription(
      /^Off on this device: your browser does not let Duet notify/,
    );
    await expect(push).not.toBeChecked();
    await expect(push).toBeDisabled();
    await expect(device(page).getByRole('button')).toHaveCount(0);
  });

  test('are of what one chooses', async ({ duet, as }) => {
    const person = await duet.person();
    const page = await as(person);
    await unasked(page);
    const keptAlive = await recordKeptAlive(page);
    await page.goto('/profile');
    await expect(device(page).getByText('This device does not notify you yet.')).toBeVisible();
    for (const [name, field] of [
      ['For new posts too', 'notifications_posts'],
      ['Show what was written', 'notifications_text'],
    ] as const) {
      await expect(page.getByRole('switch', { name })).not.toBeChecked();
      await page.getByText(name).click();
      await expect(page.getByRole('switch', { name })).toBeChecked();
      const kept = () => person.api.call(accountsEndpoints['accounts.preferences']);
      await expect.poll(async () => (await kept()).data[field]).toBe(true);
    }
    expect(await keptAlive()).toEqual(Array(2).fill('/api/users/preferences'));
    await page.getByText('Push notifications').click();
    for (const name of ['For new posts too', 'Show what was written', 'Disable for one week']) {
      await expect(page.getByRole('switch', { name })).toBeDisabled();
    }
    await expect(device(page).getByText('This device does not notify you yet.')).toHaveCount(0);
  });

  test('are off where the browser refuses them, say how to allow them, and are on again once they are allowed', async ({
    duet,
    as,
  }) => {
    const person = await duet.person();
    const page = await as(person);
    await unasked(page);
    await page.goto('/profile');
    const push = page.getByRole('switch', { name: 'Push notifications' });
    const set = await notificationSetting(page);
    await expect(push).toBeChecked();
    await set('denied');
    await expect(push).not.toBeChecked();
    await expect(push).toBeDisabled();
    await expect(push).toHaveAccessibleDescription(
      /does not let Duet notify you\. To allow it, open the site settings/,
    );
    await expect(page.getByRole('switch', { name: 'For new posts too' })).toBeDisabled();
    // It is this browser that says no: what is kept for the person's other devices stays.
    const { data } = await person.api.call(accountsEndpoints['accounts.preferences']);
    expect(data.notifications_push).toBe(true);
    await set('granted');
    await expect(push).toBeChecked();
    await expect(push).toBeEnabled();
  });

  test('are grouped in the person’s language, and open the right place in the app', async ({ duet, as }) => {
    const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    await writeTo(duet, dan.username, ana.id, 'Come and see');
    const page = await as(ana, '/profile');
    const phone = await Notified.of(page);
    const payload: PushPayload = {
      kind: 'message',
      tag: `message-${dan.id}`,
      lang: 'ro',
      title: dan.username,
      body: 'Ți-a trimis un mesaj.',
      many: { one: '{count} mesaj nou', few: '{count} mesaje noi', other: '{count} de mesaje noi' },
      url: `/messages?to=${dan.id}`,
      at: Date.now(),
    };
    await phone.push(payload);
    await expect.poll(() => phone.shown()).toEqual([[dan.username, payload.body, 'ro']]);
    for (let n = 0; n < 2; n += 1) await phone.push(payload);
    await expect.poll(() => phone.shown()).toEqual([[dan.username, '3 mesaje noi', 'ro']]);

    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await phone.touch();
    await page.waitForURL(`**/messages?to=${dan.id}`);
    await expect(page.getByText('Come and see').first()).toBeVisible();
    expect(await phone.shown()).toEqual([]);
    expect(loads).toBe(0);
  });

  test('of what one looks at are not shown, older ones of it are taken away', async ({ duet, as }) => {
    const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    const url = `/messages?to=${dan.id}`;
    const page = await as(ana);
    await page.addInitScript((path) => {
      const close = () => document.documentElement.setAttribute('data-closed', path);
      const shown = { data: { url: path }, close } as unknown as Notification;
      const other = { data: { url: '/post/1' }, close: () => document.documentElement.remove() };
      ServiceWorkerRegistration.prototype.getNotifications = async () => [shown, other as Notification];
    }, url);
    await page.goto('/profile');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto(url);
    await expect(page.locator('html')).toHaveAttribute('data-closed', url);
    const phone = await Notified.of(page);
    await page.bringToFront();
    await phone.push(payload('here', url));
    await phone.push(payload('there', '/messages?to=another'));
    await expect.poll(() => phone.shown()).toEqual([['there', 'Sent you a message.', 'en']]);
  });

  test('of what one looks at are not shown either where one came there in the app, and are shown once one left', async ({
    duet,
    as,
  }) => {
    const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    await writeTo(duet, dan.username, ana.id, 'Come and see');
    const url = `/messages?to=${dan.id}`;
    const page = await as(ana, '/home');
    const phone = await Notified.of(page);
    await page.bringToFront();
    await phone.wasOpenedAt(`${duet.url}/home`);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Messages/ })
      .click();
    await page.getByText('Come and see').click();
    await expect(page).toHaveURL(url);
    await phone.push(payload('here', url));
    await phone.push(payload('there', '/home'));
    await expect.poll(() => phone.shown()).toEqual([['there', 'Sent you a message.', 'en']]);

    await phone.wasOpenedAt(duet.url + url);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/\/messages$/);
    await phone.push(payload('here', url));
    await expect.poll(() => phone.shown()).toHaveLength(2);
  });

  test('of comments that nobody has read stay as one leaves the post', async ({ duet, as }) => {
    const post = await publishText(await duet.admin(), '<p>Come and see</p>');
    const page = await as(await duet.person('ana'));
    await followLooks(page);
    await page.goto(`/post/${post._id}`);
    await expect(page.locator('html')).toHaveAttribute('data-looked');
    await page.evaluate((path) => {
      const shown = (name: string, data: object) => ({
        data,
        close: () => document.documentElement.setAttribute(`data-closed-${name}`, ''),
      });
      const all = [shown('comment', { url: `${path}#comments` }), shown('seen', { url: path, seen: true })];
      ServiceWorkerRegistration.prototype.getNotifications = async () => all as unknown as Notification[];
    }, `/post/${post._id}`);
    await page.getByRole('banner').getByRole('button', { name: 'Feed' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-closed-seen');
    await expect(page.locator('html')).not.toHaveAttribute('data-closed-comment');
  });

  test('that were shown where they were being read are taken away as one leaves', async ({ duet, as }) => {
    const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    await writeTo(duet, dan.username, ana.id, 'Come and see');
    const url = `/messages?to=${dan.id}`;
    const page = await as(ana, url);
    await expect(page.getByText('Come and see').first()).toBeVisible();
    await page.evaluate((path) => {
      const close = () => document.documentElement.setAttribute('data-closed', path);
      const shown = { data: { url: path, seen: true }, close } as unknown as Notification;
      ServiceWorkerRegistration.prototype.getNotifications = async () => [shown];
      return navigator.serviceWorker.ready.then(() => undefined);
    }, url);
    await expect(page.locator('html')).not.toHaveAttribute('data-closed');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/\/messages$/);
    await expect(page.locator('html')).toHaveAttribute('data-closed', url);
  });

  test('that came beside another window are taken away as one comes back', async ({ duet, as }) => {
    const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    const url = `/messages?to=${dan.id}`;
    const page = await as(ana);
    await followLooks(page);
    await page.goto(url);
    await expect(page.locator('html')).toHaveAttribute('data-looked');
    await page.evaluate((path) => {
      const close = () => document.documentElement.setAttribute('data-closed', path);
      const shown = { data: { url: path }, close } as unknown as Notification;
      ServiceWorkerRegistration.prototype.getNotifications = async () => [shown];
      dispatchEvent(new Event('focus'));
    }, url);
    await expect(page.locator('html')).toHaveAttribute('data-closed', url);
  });
});
