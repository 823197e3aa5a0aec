import type { Locator, Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { fail, loginPrompt } from './harness/feed.ts';
import { sendMessage } from './harness/messages.ts';
import { publishText } from './harness/posts.ts';
import { unasked } from './harness/push.ts';
import { staysFor, stopTime } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';
import { Touch as Fingers } from './harness/touch.ts';

interface SplashTimes {
  /** When the splash left, and when a progress bar was seen in it at two lengths, in ms of the page. */
  left: number;
  lengths: number[];
  /** When the screen itself stood below it, in ms of the page. */
  stood: number;
  role: string | null;
  inert: boolean;
  /** Whether the screen itself, and not a page that waits for it, was below the splash when it left. */
  stands: boolean;
}

declare global {
  interface Window {
    splash?: Promise<SplashTimes>;
    moved?: { what: string; ms: number }[];
    wentBack?: number;
  }
}

/** After the splash could have gone, in ms of the page. */
const lateMs = 2500;

/** Tells of the splash of each page that is loaded from now on, by `window.splash`. */
async function watchSplash(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.splash = new Promise((resolve) => {
      const lengths: number[] = [];
      let inert = false;
      let stood = Number.POSITIVE_INFINITY;
      const look = () => {
        const splash = document.getElementById('splash');
        const bar = splash?.querySelector('[role="progressbar"] span');
        if (bar) lengths.push(bar.getBoundingClientRect().width);
        inert ||= document.getElementById('root')?.inert === true;
        const stands = document.querySelector('[data-route]:not([inert]) h1') !== null;
        if (stands) stood = Math.min(stood, performance.now());
        if (!splash?.classList.contains('leaving')) return requestAnimationFrame(look);
        const role = splash.querySelector('.splash-bar')?.getAttribute('role') ?? null;
        resolve({ left: performance.now(), lengths, stood, role, inert, stands });
      };
      requestAnimationFrame(look);
    });
  });
}

test.describe('the splash', () => {
  test.use({ wholeSplash: true });

  test('a splash with a progress bar shows for 1.3 s at every start [SHELL-11..13]', async ({ page }) => {
    await watchSplash(page);
    for (const path of ['/home', '/login']) {
      await page.goto(path);
      const times = await page.evaluate(() => window.splash);
      const painted = await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      );
      if (!times) throw new Error('No splash was seen.');
      const seenFor = times.left - painted;
      expect(seenFor).toBeGreaterThanOrEqual(1300);
      // It does not outlast what it waits for, which takes its time on a busy machine.
      expect(times.left - Math.max(times.stood, painted + 1300)).toBeLessThan(4700);
      expect(times.role).toBe('progressbar');
      expect(Math.max(...times.lengths)).toBeGreaterThan(Math.min(...times.lengths) + 40);
      expect(times.inert).toBe(true);
      expect(times.stands).toBe(true);
      await expect(page.locator('#splash')).toHaveCount(0);
      expect(await page.evaluate(() => document.getElementById('root')?.inert)).toBe(false);
    }
  });

  test('the splash stays until the screen itself stands, however late its code comes [SHELL-11]', async ({
    page,
  }) => {
    await watchSplash(page);
    await page.route('**/assets/LoginScreen-*.js', async (route) => {
      await page.waitForFunction((ms) => performance.now() > ms, lateMs);
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    const times = await page.evaluate(() => window.splash);
    expect(times?.left).toBeGreaterThan(lateMs);
    expect(times?.stands).toBe(true);
  });
});

/** Counts from the next load on how often the page asks the browser to go back, by whichever call. */
const countGoingBack = (page: Page) =>
  page.addInitScript(() => {
    window.wentBack = 0;
    for (const name of ['back', 'go'] as const) {
      const call = History.prototype[name];
      History.prototype[name] = function counted(steps?: number) {
        window.wentBack = (window.wentBack ?? 0) + 1;
        call.call(this, steps);
      };
    }
  });
const wentBack = (page: Page) => page.evaluate(() => window.wentBack ?? Number.NaN);

/**
 * A touch from one point to another that takes exactly so long by its events' times, and whether the page asked to go
 * back at its end. `countGoingBack` has to count.
 */
function swipe(
  page: Page,
  [startX, dx, ms, dy = 0]: readonly [startX: number, dx: number, ms: number, dy?: number],
): Promise<boolean> {
  return page.evaluate(
    ([x, dx, ms, dy]) => {
      const target = document.body;
      const at = (clientX: number, clientY: number) => new Touch({ identifier: 1, target, clientX, clientY });
      const begin = at(x, 400);
      const end = at(x + dx, 400 + dy);
      const start = new TouchEvent('touchstart', {
        bubbles: true,
        touches: [begin],
        changedTouches: [begin],
      });
      const stop = new TouchEvent('touchend', { bubbles: true, touches: [], changedTouches: [end] });
      Object.defineProperty(stop, 'timeStamp', { value: start.timeStamp + ms });
      const before = window.wentBack;
      target.dispatchEvent(start);
      target.dispatchEvent(stop);
      return window.wentBack !== before;
    },
    [startX, dx, ms, dy] as const,
  );
}

test('a swipe from the left edge goes back, by the figures of the specification [SHELL-14..18]', async ({
  page,
}) => {
  await countGoingBack(page);
  await page.goto('/login');
  const toRegister = page.getByRole('link', { name: 'Create account' });
  await toRegister.click();
  await expect(page).toHaveURL(/\/register$/);
  for (const [why, ...movement] of [
    ['starts too far in', 40, 200, 120],
    ['starts just too far in', 21, 200, 120],
    ['too short', 10, 40, 60],
    ['exactly 50 px', 10, 50, 60],
    ['takes too long', 10, 300, 400],
    ['takes exactly 300 ms', 10, 300, 300],
    ['too slow', 10, 60, 250],
    ['goes down more than sideways', 10, 100, 100, 200],
    ['goes to the left', 15, -100, 100],
  ] as const) {
    expect(await swipe(page, movement), why).toBe(false);
    await expect(page).toHaveURL(/\/register$/);
  }
  for (const movement of [
    [10, 200, 150],
    [20, 51, 100],
    [5, 100, 250],
  ] as const) {
    expect(await swipe(page, movement), `from, px, ms: ${movement}`).toBe(true);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.locator('[data-route="/login"]')).toBeVisible();
    await toRegister.click();
    await expect(page).toHaveURL(/\/register$/);
  }
});

test('one swipe of a finger goes back once [SHELL-14]', async ({ page }) => {
  await countGoingBack(page);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Create account' }).click();
  const login = page.locator('[data-route="/login"]');
  const register = page.locator('[data-route="/register"]');
  await expect(register).toBeVisible();
  // Until the page stands.
  await expect(login).toBeHidden();
  await (await Fingers.on(page)).swipe([
    [8, 420],
    [240, 420],
  ]);
  await expect(page).toHaveURL(/\/login$/);
  await expect(login).toBeVisible();
  await expect(register).toBeHidden();
  expect(await wentBack(page)).toBe(1);
});

test('pages move in on narrow screens, and stand still on wide ones [SHELL-19]', async ({ page }) => {
  await page.addInitScript(() => {
    const moved: { what: string; ms: number }[] = [];
    window.moved = moved;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function spied(this: Element, frames, options) {
      const ms = Number(typeof options === 'object' ? options?.duration : options);
      if (this.matches('[data-route]')) moved.push({ what: JSON.stringify(frames), ms });
      return animate.call(this, frames, options);
    };
  });
  const moves = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
    await expect(page.locator('[data-route="/login"]')).toBeHidden();
    return page.evaluate(() => window.moved ?? []);
  };
  const narrow = await moves(400);
  expect(narrow.map(({ what }) => what).join()).toContain('translateX(32%)');
  expect(narrow.every(({ ms }) => ms >= 180 && ms <= 260)).toBe(true);
  expect(await moves(1024)).toEqual([]);
});

test('above 768 px the layout is wide [SHELL-02, SHELL-20]', async ({ duet, as }) => {
  const page = await as(await duet.admin(), '/home');
  const rail = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
  for (const [width, wide] of [
    [390, false],
    [768, false],
    [769, true],
    [1440, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(rail).toHaveCount(wide ? 1 : 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
  const words = ['Feed', 'Messages', 'Profile', 'New post', 'Activity', 'Settings', 'Users'];
  await expect(rail.getByRole('listitem').locator('> span')).toHaveText(words);
  // Each place once, in the banner, with its name.
  const banner = page.getByRole('banner');
  for (const name of words) {
    const places = new RegExp(`^${name}(, \\d.*)?$`);
    await expect(page.getByRole('button', { name: places })).toHaveCount(1);
    await expect(banner.getByRole('button', { name: places })).toBeVisible();
  }
  await expect(banner.getByRole('link')).toHaveAccessibleName('Duet, to the feed');
  await rail.getByRole('button', { name: 'Messages' }).click();
  await expect(page).toHaveURL(/\/messages$/);
  await expect(rail.getByRole('button', { name: 'Messages' })).toHaveAttribute('aria-current', 'page');
  await rail.getByRole('button', { name: 'New post' }).click();
  const menu = page.getByRole('dialog', { name: 'New post' });
  await expect(menu.getByRole('button', { name: 'Gallery' })).toBeVisible();
  expect((await boxOf(menu)).x).toBeGreaterThanOrEqual(0);
});

test('at 768 px titles, cards, forms and profiles begin at one edge', async ({ duet, as }) => {
  const [admin, reader] = [await duet.admin(), await duet.person('reader')];
  await publishText(admin, '<p>A card of the feed</p>', { title: 'A card' });
  await sendMessage(reader, admin, 'A row of the inbox');
  const page = await as(admin, '/home');
  await page.setViewportSize({ width: 768, height: 1024 });
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  const { x, width } = await boxOf(card);
  const expectAt = async (...parts: readonly Locator[]) => {
    for (const part of parts) {
      await expect(part).toBeVisible();
      expect((await boxOf(part)).x).toBeCloseTo(x, 0);
    }
  };
  await page.goto('/messages');
  await expectAt(page.getByRole('heading', { name: 'Messages' }), page.locator('main ul').first());
  for (const path of ['/profile', '/admin/site', '/welcome']) {
    await page.goto(path);
    const part = page.locator('main :is(section, fieldset)').first();
    await expectAt(part);
    expect((await boxOf(part)).width).toBeCloseTo(width, 0);
  }
});

test('the login prompt asks a guest in, and leads back [SHELL-84]', async ({ duet, page }) => {
  const person = await duet.person();
  await publishText(await duet.admin(), '<p>To be liked</p>');
  await page.goto('/home');
  const like = page.getByRole('article').first().getByRole('button', { name: /^Like/ });
  const prompt = loginPrompt(page);
  for (const close of [
    () => prompt.getByRole('button', { name: 'Not now' }).click(),
    () => prompt.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(195, 60),
  ]) {
    await like.click();
    await expect(prompt).toBeVisible();
    await expect(prompt).toHaveAttribute('aria-modal', 'true');
    await expect(prompt).toContainText('Sign in to like this post.');
    await close();
    await expect(prompt).toHaveCount(0);
    await expect(page).toHaveURL(/\/home$/);
  }
  await like.click();
  await prompt.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/home$/);
  await expect(prompt).toHaveCount(0);
});

test('toasts stay for 8, 4 or 3 seconds [SHELL-85, SHELL-86]', async ({ duet, as }) => {
  const [admin, person] = [await duet.otherAdmin('timed'), await duet.person('shown')];
  const page = await as(admin);
  await unasked(page);
  await page.clock.install();
  await page.route('**/api/users/preferences', (route) =>
    route.request().method() === 'POST' ? fail(route) : route.continue(),
  );

  await page.goto('/profile');
  await expect(page.getByRole('switch', { name: 'Push notifications' })).toBeChecked();
  await stopTime(page);
  await page.getByText('Push notifications').click();
  await staysFor(page, 'Failed to update preferences', 'danger', 8000);
  await page.getByLabel('New password', { exact: true }).fill('Another-Horse2');
  await page.getByLabel('Confirm new password').fill('Another-Horse2');
  await page.getByRole('button', { name: 'Change password' }).click();
  await staysFor(page, 'Your password was changed', 'success', 4000);
  await page.clock.resume();

  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Edit ${person.username}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption('admin');
  await stopTime(page);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await staysFor(page, 'User updated successfully', 'success', 3000);
});
