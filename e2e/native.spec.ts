import { toastOf } from './harness/feed.ts';
import { callsOf, emit, insidePhone } from './harness/phone.ts';
import { publishText } from './harness/posts.ts';
import { stopTime } from './harness/shell.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';
import { turnOnSecondStep } from './harness/totp.ts';

/** Where the phone would put a photo. */
const taken = '/icons/icon-192.png';

test.use({ serviceWorkers: 'allow' });

test('inside the native app the session stands where the phone keeps secrets', async ({ duet, page }) => {
  const person = await duet.person();
  await insidePhone(page, 'android');
  await page.goto('/login');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
  const kept = async () =>
    (await callsOf(page, 'SecureStorage', 'internalSetItem')).map(({ options }) => String(options.data));
  await expect.poll(kept).toEqual([expect.stringContaining('duet_')]);
  expect(await page.evaluate(() => Object.entries(localStorage).join())).not.toContain('duet_');

  await page.reload();
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect.poll(() => callsOf(page, 'SecureStorage', 'internalRemoveItem')).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('the launch screen leaves at once, and no service worker stands between app and phone', async ({
  page,
}) => {
  await insidePhone(page, 'ios');
  await page.goto('/home');
  await splashIsGone(page);
  expect(await callsOf(page, 'SplashScreen', 'hide')).toHaveLength(1);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('the status bar follows the theme, one call for several changes [NAT-05]', async ({ page }) => {
  await insidePhone(page, 'ios');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.clock.install();
  await page.goto('/home');
  const styles = async () =>
    (await callsOf(page, 'SystemBars', 'setStyle')).map(({ options }) => options.style);
  await expect.poll(styles).toEqual(['DARK']);
  await stopTime(page);
  for (const colorScheme of ['light', 'dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.clock.runFor(400);
  }
  expect(await styles()).toEqual(['DARK']);
  await page.clock.runFor(100);
  await expect.poll(styles).toEqual(['DARK', 'LIGHT']);
});

test('taps are felt, five a second at most, 100 ms apart [NAT-03, NAT-04]', async ({ duet, page }) => {
  const { token } = await duet.otherAdmin('feels');
  const post = await publishText(await duet.admin(), '<p>To be liked by many taps</p>');
  await insidePhone(page, 'android', { token });
  await page.clock.install();
  await page.goto(`/post/${post._id}`);
  const like = page.getByRole('article').getByRole('button', { name: /^Like/ });
  await expect(like).toBeVisible();
  await stopTime(page);
  // A tap every 25 ms of the page's own clock, however long the machine takes over each.
  for (let ms = 0; ms < 1500; ms += 25) {
    await like.evaluate((button: HTMLElement) => button.click());
    await page.clock.runFor(25);
  }
  const at = (await callsOf(page, 'Haptics', 'impact')).map((call) => call.at);
  expect(at.length).toBeGreaterThanOrEqual(5);
  for (const moment of at) {
    expect(at.filter((other) => other >= moment && other < moment + 1000).length).toBeLessThanOrEqual(5);
    expect(at.filter((other) => other > moment && other - moment < 100)).toEqual([]);
  }
});

test('the profile photo comes from the phone: quality 66, 250 px wide [NAT-08, NAT-09]', async ({
  duet,
  page,
}) => {
  const { token } = await duet.person();
  await insidePhone(page, 'ios', { token, answers: { 'Camera.takePhoto': { webPath: taken } } });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Take a photo' }).click();
  await expect(toastOf(page, 'Your photo is set.')).toBeVisible();
  const [call] = await callsOf(page, 'Camera', 'takePhoto');
  expect(call?.options).toMatchObject({ quality: 66, targetWidth: 250 });

  await page.evaluate(() => Object.assign(window.phone.answers, { 'Camera.takePhoto': 'OS-PLUG-CAMR-0003' }));
  await page.getByRole('button', { name: 'Take a photo' }).click();
  await expect(toastOf(page, 'Failed to capture photo. Please try again.')).toBeVisible();
  await page.evaluate(() =>
    Object.assign(window.phone.answers, { 'Camera.chooseFromGallery': 'OS-PLUG-CAMR-0005' }),
  );
  await page.getByRole('button', { name: 'Choose from library' }).click();
  await expect(toastOf(page, 'Failed to select photo. Please try again.')).toBeVisible();
});

test('links of the site and of the app open the post in the app', async ({ duet, page }) => {
  const post = await publishText(await duet.admin(), '<p>Reached by a link</p>');
  const other = await publishText(await duet.admin(), '<p>Started by a link</p>');
  await insidePhone(page, 'android', {
    answers: { 'App.getLaunchUrl': { url: `duet://post/${other._id}` } },
  });
  await page.goto('/home');
  await expect(page).toHaveURL(new RegExp(`/post/${other._id}$`));
  await expect(page.locator('[data-route="/post/:id"]').getByText('Started by a link')).toBeVisible();
  await emit(page, 'App', 'appUrlOpen', { url: `${duet.url}/post/${post._id}` });
  await expect(page).toHaveURL(new RegExp(`/post/${post._id}$`));
  await emit(page, 'App', 'appUrlOpen', { url: 'https://elsewhere.example/post/1' });
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/post/${other._id}$`));
});

test('a touched notification opens in the app whatever page of the site it leads to', async ({
  duet,
  page,
}) => {
  const [{ token }, partner] = [await duet.person('notified'), await duet.person('partner')];
  const post = await publishText(await duet.admin(), '<p>Discussed</p>');
  await insidePhone(page, 'ios', { token });
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
  const touch = (url: string) =>
    emit(page, 'PushNotifications', 'pushNotificationActionPerformed', { notification: { data: { url } } });
  for (const path of [`/messages?to=${partner.id}`, `/post/${post._id}#comments`]) {
    await touch(path);
    // The comments take their mark off the address when they show.
    await expect(page).toHaveURL(`${duet.url}${path.split('#', 1)[0]}`);
  }
  // They write that address once more as they open.
  await expect(page.getByRole('dialog', { name: 'Comments' })).toBeVisible();
  // What leads elsewhere opens nothing: the next that leads into the site is the next page, and back is the post.
  const opened: string[] = [];
  page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname));
  for (const elsewhere of [
    'https://elsewhere.example/messages',
    '//elsewhere.example/messages',
    '/\\elsewhere.example/',
  ])
    await touch(elsewhere);
  await touch('/profile');
  await expect(page).toHaveURL(`${duet.url}/profile`);
  expect(opened).toEqual(['/profile']);
});

test('a notification that is touched before the app listens is opened once it does', async ({
  duet,
  page,
}) => {
  const { token } = await duet.person('starter');
  const post = await publishText(await duet.admin(), '<p>Started by a notification</p>');
  const touch = {
    plugin: 'PushNotifications',
    event: 'pushNotificationActionPerformed',
    data: { notification: { data: { url: `/post/${post._id}` } } },
  };
  await insidePhone(page, 'ios', { token, events: [touch] });
  await page.goto('/home');
  await expect(page).toHaveURL(new RegExp(`/post/${post._id}$`));
  await expect(page.locator('[data-route="/post/:id"]').getByText('Started by a notification')).toBeVisible();
});

test('what a browser would save is shared, or said to be had in a browser', async ({ duet, page }) => {
  const person = await duet.person('keeps');
  await turnOnSecondStep(person);
  await insidePhone(page, 'ios', { token: person.token });
  await page.goto('/profile');
  const data = page.getByRole('region', { name: 'Your data' });
  await expect(data).toContainText(`Open ${duet.url}/profile in a browser`);
  await expect(data.getByRole('button')).toHaveCount(0);

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page
    .getByRole('dialog', { name: 'New recovery codes' })
    .getByRole('button', { name: 'New recovery codes' })
    .click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [first] = await codes.getByRole('listitem').allTextContents();
  await expect(codes.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await codes.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => callsOf(page, 'Share', 'share')).toHaveLength(1);
  const [shared] = await callsOf(page, 'Share', 'share');
  expect(shared?.options.text).toContain(first);
});

test("Android's back button closes what is on top, then goes back, then leaves the app", async ({
  duet,
  page,
}) => {
  await publishText(await duet.admin(), '<p>Behind a prompt</p>');
  await insidePhone(page, 'android');
  await page.goto('/home');
  const back = () => page.evaluate(() => document.dispatchEvent(new Event('backbutton')));
  const like = page.getByRole('article').first().getByRole('button', { name: /^Like/ });
  await splashIsGone(page);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await back();
  await expect(page).toHaveURL(/\/home$/);
  await like.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await back();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/home$/);
  expect(await callsOf(page, 'App', 'minimizeApp')).toHaveLength(0);
  await back();
  await expect.poll(() => callsOf(page, 'App', 'minimizeApp')).toHaveLength(1);
});

test('the focus never stays in a page that is hidden [NAT-07]', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.locator('[data-route="/login"]')).toBeHidden();
  await splashIsGone(page);
  const where = () =>
    page.evaluate(() => document.activeElement?.closest('[data-route]')?.getAttribute('data-route') ?? null);
  // A web view that lets the focus go where nobody sees it.
  const focused = await page.evaluate(() => {
    const login = document.querySelector('[data-route="/login"]');
    if (!(login instanceof HTMLElement)) return;
    login.style.setProperty('display', 'flex', 'important');
    login.inert = false;
    login.querySelector('input')?.focus();
    return document.activeElement?.closest('[data-route]')?.getAttribute('data-route');
  });
  expect(focused).toBe('/login');
  await expect.poll(where).toBe(null);
  await page.locator('[data-route="/register"]').getByLabel('Username').focus();
  await page.clock.runFor(700);
  expect(await where()).toBe('/register');
});
