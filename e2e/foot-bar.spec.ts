import type { Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { hitTest } from './harness/hit-test.ts';
import { moduleHasRun } from './harness/modules.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';
import { Touch } from './harness/touch.ts';

test.use({ hasTouch: true });

const height = 844;
const bar = (page: Page) => page.locator('[data-foot-bar]');
const inBanner = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`^${name}`) });
const topOf = async (page: Page, name: string) => (await boxOf(inBanner(page, name))).y;

test.describe('the bar at the foot of a phone', () => {
  test("has the header's places within the thumb's reach, each once; pages end above it [SHELL-63, SHELL-71, SHELL-78, SHELL-79]", async ({
    duet,
    as,
  }) => {
    const admin = await duet.admin();
    for (let n = 0; n < 4; n += 1) await publishText(admin, `<p>${'Some words. '.repeat(40)}</p>`);
    const page = await as(admin, '/home');
    await expect(page.locator('article').first()).toBeVisible();
    for (const name of ['Feed', 'Messages', 'New post', 'Activity', 'Profile']) {
      await expect(page.getByRole('button', { name: new RegExp(`^${name}(, \\d.*)?$`) })).toHaveCount(1);
      expect(await topOf(page, name)).toBeGreaterThan(height - 60);
    }
    expect(await topOf(page, 'Settings')).toBeLessThan(56);
    await expect(inBanner(page, 'Feed')).toHaveAttribute('aria-current', 'page');
    const main = await boxOf(page.locator('[data-route="/home"] main'));
    expect(main.bottom).toBeLessThanOrEqual(await topOf(page, 'Feed'));
    expect((await hitTest(page)).faults).toEqual([]);
    for (const path of ['/new/richtext', '/messages', '/profile', '/admin']) {
      await page.goto(path);
      await expect(inBanner(page, 'Messages')).toBeVisible();
      await splashIsGone(page);
      await expect.poll(async () => (await hitTest(page)).faults, path).toEqual([]);
    }
  });

  test('is not there for guests, who have one place', async ({ page }) => {
    await page.goto('/home');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });

  test('makes way for a finger that reads on, and comes back with it, with another page and with the focus', async ({
    duet,
    as,
  }) => {
    const admin = await duet.admin();
    for (let n = 0; n < 8; n += 1) await publishText(admin, `<p>${'Some words. '.repeat(40)}</p>`);
    const page = await as(await duet.person(), '/home');
    await splashIsGone(page);
    await moduleHasRun(page, 'hide-on-scroll');
    await expect(page.locator('article').nth(3)).toBeAttached();
    const main = page.locator('[data-route="/home"] main');
    // A wheel has no thumb in the way.
    await page.mouse.move(200, 400);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => main.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
    await expect(bar(page)).toHaveAttribute('data-foot-bar', 'here');
    const touch = await Touch.on(page);
    /** Slowly, so that the page rests where the finger leaves it. */
    const move = async (from: number, to: number) => {
      const way = [
        [200, from],
        [200, to],
      ] as const;
      // Not apart from the one before: moments ahead of the clock make the browser jump where the finger leaves the page.
      await touch.drag([way], { steps: 12 });
      await touch.lift(300);
    };
    const readOn = async () => {
      await move(600, 450);
      await expect(bar(page)).toHaveAttribute('data-foot-bar', 'away');
      await expect.poll(() => topOf(page, 'Messages')).toBeGreaterThanOrEqual(height);
      expect((await boxOf(main)).height).toBe(height - 56);
    };
    await readOn();
    await move(300, 360);
    await expect(bar(page)).toHaveAttribute('data-foot-bar', 'here');
    await readOn();
    await inBanner(page, 'Messages').focus();
    await expect(bar(page)).toHaveAttribute('data-foot-bar', 'here');
    await readOn();
    await page.getByRole('link', { name: 'Duet, to the feed' }).click();
    await expect.poll(() => main.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await expect(bar(page)).toHaveAttribute('data-foot-bar', 'here');
    await readOn();
    await page
      .locator('article')
      .last()
      .getByRole('link', { name: /just now|minute/ })
      .click();
    await page.waitForURL('**/post/**');
    await expect(bar(page)).toHaveAttribute('data-foot-bar', 'here');
  });

  test('gives way to a keyboard', async ({ duet, as }) => {
    const post = await publishText(await duet.admin(), '<p>Words</p>');
    const page = await as(await duet.person(), `/post/${post._id}`);
    const field = page.getByRole('region', { name: 'Comments' }).getByRole('textbox');
    await field.focus();
    await expect(inBanner(page, 'Messages')).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => innerHeight - 336 });
      visualViewport?.dispatchEvent(new Event('resize'));
    });
    await expect(bar(page)).toBeHidden();
    const main = await boxOf(page.locator('[data-route="/post/:id"] main'));
    expect(main.bottom).toBe(height - 336);
  });
});
