import type { Locator, Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { loginPrompt } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';
import { Touch } from './harness/touch.ts';

const topOf = async (sheet: Locator) => (await sheet.boundingBox())?.y ?? Number.NaN;

/** Where something is once it has come to rest. */
async function resting(sheet: Locator): Promise<number> {
  await expect(sheet).toBeVisible();
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  return topOf(sheet);
}

async function openPrompt(page: Page): Promise<Locator> {
  await page.getByRole('article').first().getByRole('button', { name: /^Like/ }).click();
  return loginPrompt(page);
}

test.describe('a sheet', () => {
  test.beforeEach(async ({ duet, page }) => {
    await publishText(await duet.admin(), '<p>Under a sheet</p>');
    await page.goto('/home');
    await splashIsGone(page);
  });

  test('follows the finger, and goes back when it is let go too early', async ({ page }) => {
    const finger = await Touch.on(page);
    const sheet = await openPrompt(page);
    const top = await resting(sheet);
    await finger.drag([
      [
        [120, top + 20],
        [124, top + 90],
      ],
    ]);
    expect(Math.abs((await topOf(sheet)) - top - 70)).toBeLessThanOrEqual(2);
    await finger.lift(300);
    await expect.poll(() => topOf(sheet)).toBe(top);
    await expect(sheet).toBeVisible();
  });

  test('closes when it was dragged far, from its text as well', async ({ page }) => {
    const finger = await Touch.on(page);
    const sheet = await openPrompt(page);
    const top = await resting(sheet);
    await finger.drag([
      [
        [195, top + 130],
        [195, top + 300],
      ],
    ]);
    await finger.lift(300);
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/home$/);
  });

  test('closes on a flick', async ({ page }) => {
    const finger = await Touch.on(page);
    const sheet = await openPrompt(page);
    const top = await resting(sheet);
    await finger.drag(
      [
        [
          [195, top + 20],
          [195, top + 80],
        ],
      ],
      { steps: 4 },
    );
    await finger.lift();
    await expect(sheet).toHaveCount(0);
  });

  test('minds no finger that goes sideways or up', async ({ page }) => {
    const finger = await Touch.on(page);
    const sheet = await openPrompt(page);
    const top = await resting(sheet);
    for (const to of [
      [340, top + 60],
      [195, top - 150],
    ] as const) {
      await finger.drag([[[195, top + 20], to]]);
      expect(await topOf(sheet)).toBe(top);
      await finger.lift();
    }
    await expect(sheet).toBeVisible();
  });
});

test('a menu follows the finger as well', async ({ duet, as }) => {
  const page = await as(await duet.admin(), '/home');
  await splashIsGone(page);
  const finger = await Touch.on(page);
  await page.getByRole('button', { name: 'New post' }).click();
  const menu = page.getByRole('dialog', { name: 'New post' });
  const top = await resting(menu);
  await finger.drag([
    [
      [195, top + 60],
      [195, top + 110],
    ],
  ]);
  expect(Math.abs((await topOf(menu)) - top - 50)).toBeLessThanOrEqual(2);
  await finger.lift(300);
  await expect.poll(() => topOf(menu)).toBe(top);
  await finger.drag([
    [
      [195, top + 60],
      [195, top + 230],
    ],
  ]);
  await finger.lift(300);
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(/\/home$/);
});

test('what is scrolled inside a sheet scrolls first', async ({ duet, page }) => {
  await publishText(await duet.admin(), '<p>Long sheet</p>');
  await page.setViewportSize({ width: 390, height: 300 });
  await page.goto('/home');
  await splashIsGone(page);
  const finger = await Touch.on(page);
  const sheet = await openPrompt(page);
  const top = await resting(sheet);
  const scroller = sheet.locator('div:has(> h2) + div');
  await scroller.evaluate((element) => element.scrollTo(0, 60));
  expect(await scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(20);
  await finger.drag([
    [
      [30, top + 100],
      [30, top + 150],
    ],
  ]);
  expect(await topOf(sheet)).toBe(top);
  await finger.lift(300);
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await finger.drag([
    [
      [30, top + 100],
      [30, top + 140],
    ],
  ]);
  expect(await topOf(sheet)).toBeGreaterThan(top + 30);
  await finger.lift(300);
});

/** A keyboard of 336 px that the browser lays over the page, as on an iPhone. */
const openKeyboard = (page: Page, height: number) =>
  page.evaluate((height) => {
    const seen = window.visualViewport;
    if (!seen) throw new Error('There is no visual viewport.');
    Object.defineProperty(seen, 'height', { configurable: true, get: () => innerHeight - height });
    seen.dispatchEvent(new Event('resize'));
  }, height);

test('the keyboard never covers what one writes in', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>To be commented</p>');
  const page = await as(await duet.person(), `/post/${post._id}`);
  await page.goto('/profile');
  await splashIsGone(page);
  const keyboardTop = 844 - 336;
  const field = page.getByLabel('Confirm new password');
  await field.focus();
  await openKeyboard(page, 336);
  await expect
    .poll(async () => {
      const box = await field.boundingBox();
      return box !== null && box.y > 56 && box.y + box.height <= keyboardTop;
    })
    .toBe(true);
  await openKeyboard(page, 0);
  await expect
    .poll(() =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--keyboard')),
    )
    .toBe('0px');

  await page.goto(`/post/${post._id}`);
  await page
    .getByRole('article')
    .getByRole('button', { name: /comment/i })
    .click();
  const box = page.getByRole('dialog').getByRole('textbox');
  await box.focus();
  await openKeyboard(page, 336);
  await expect
    .poll(async () => {
      const { y = 0, height = 0 } = (await box.boundingBox()) ?? {};
      return y + height;
    })
    .toBeLessThanOrEqual(keyboardTop);
  expect(await topOf(page.getByRole('dialog'))).toBeGreaterThanOrEqual(0);
});

test('two quick taps are two taps, and no field makes the page zoom', async ({ duet, as }) => {
  for (const [person, path] of [
    [null, '/login'],
    [await duet.person(), '/profile'],
  ] as const) {
    const page = await as(person, path);
    await splashIsGone(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).touchAction)).toBe(
      'manipulation',
    );
    const fields = page.locator(
      'input:not([type=file]):not([type=checkbox]):not([type=radio]), textarea, select',
    );
    await expect(fields.filter({ visible: true })).not.toHaveCount(0);
    const sizes = await fields.evaluateAll((all) =>
      all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
    );
    expect(sizes.filter((size) => size < 16)).toEqual([]);
  }
});

test('notch and home bar cover nothing', async ({ duet, as }) => {
  await publishText(await duet.admin(), '<p>Between notch and home bar</p>');
  const page = await as(await duet.admin());
  const device = await page.context().newCDPSession(page);
  await device.send(
    'Emulation.setSafeAreaInsetsOverride' as 'Emulation.clearDeviceMetricsOverride',
    {
      insets: { top: 59, bottom: 34 },
    } as never,
  );
  await page.goto('/home');
  await splashIsGone(page);
  const inHeader = (name: string) => page.getByRole('banner').getByRole('button', { name });
  expect((await boxOf(inHeader('Settings'))).y).toBeGreaterThanOrEqual(59);
  const button = inHeader('New post');
  expect((await boxOf(button)).bottom).toBeLessThanOrEqual(844 - 34);
  await button.click();
  const menu = page.getByRole('dialog', { name: 'New post' });
  await resting(menu);
  expect((await boxOf(menu.getByRole('button', { name: 'Cancel' }))).bottom).toBeLessThanOrEqual(844 - 34);
});

test('nothing moves where the system asks for less motion', async ({ duet, as }) => {
  await publishText(await duet.admin(), '<p>Still</p>');
  const page = await as(null, undefined, { reducedMotion: 'reduce' });
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
  await page.goto('/home');
  await splashIsGone(page);
  const sheet = await openPrompt(page);
  await expect(sheet).toBeVisible();
  const longest = await sheet.evaluate((element) =>
    Math.max(
      0,
      ...element.getAnimations({ subtree: true }).map(({ effect }) => Number(effect?.getTiming().duration)),
    ),
  );
  expect(longest).toBeLessThanOrEqual(1);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  const moves = await page.evaluate(() => window.moved ?? []);
  expect(moves.filter(({ ms }) => ms > 1)).toEqual([]);
});

test('the theme is known before anything is painted', async ({ page }) => {
  const seen = () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    // What is painted before the app runs is what counts.
    await expect.poll(async () => (await seen()).length).toBeGreaterThan(0);
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const splash = document.getElementById('splash');
      if (splash) seen.add(getComputedStyle(splash).backgroundColor);
      requestAnimationFrame(look);
    };
    look();
  });
  const night = 'rgb(22, 17, 20)';
  const day = 'rgb(251, 247, 244)';
  for (const [system, chosen, colour] of [
    ['dark', null, night],
    ['light', null, day],
    ['light', 'dark', night],
    ['dark', 'light', day],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/login');
    await page.evaluate(
      (theme) => (theme ? localStorage.setItem('duet.theme', theme) : localStorage.removeItem('duet.theme')),
      chosen,
    );
    await page.reload();
    await expect(page.getByLabel('Username')).toBeVisible();
    expect(await seen(), `${system}, ${chosen}`).toEqual([colour]);
  }
});

test('a second finger ends what the first one pulled: the sheet goes back, and so does the sign of a refresh', async ({
  duet,
  page,
}) => {
  await publishText(await duet.admin(), '<p>Under two fingers</p>');
  await page.goto('/home');
  await splashIsGone(page);
  const finger = await Touch.on(page);
  const pullFrom = async (x: number, y: number) => {
    const end = [x, y + 80] as const;
    await finger.drag([[[x, y], end]], { apart: 1 });
    return async () => {
      await finger.join([end, [x + 100, y + 80]]);
      await finger.lift();
    };
  };
  const sheet = await openPrompt(page);
  const top = await resting(sheet);
  const joinAtSheet = await pullFrom(120, top + 20);
  await expect.poll(() => topOf(sheet)).toBeGreaterThan(top);
  await joinAtSheet();
  await expect.poll(() => topOf(sheet)).toBe(top);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await expect(sheet).toHaveCount(0);

  const sign = page.getByText('Pull to refresh');
  const joinAtFeed = await pullFrom(195, 150);
  await expect(sign).toBeAttached();
  await joinAtFeed();
  await expect(sign).toHaveCount(0);
});
