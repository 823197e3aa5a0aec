import { fail, toastOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

test('the app runs without what the oldest browsers lack that it supports', async ({ duet, page }) => {
  const person = await duet.person('older');
  await publishText(await duet.admin(), '<p>Read in an old browser</p>');
  await page.addInitScript(() => {
    for (const [home, name] of [
      [AbortSignal, 'any'],
      [Promise, 'withResolvers'],
      [URL, 'canParse'],
      [URL, 'parse'],
      [HTMLElement.prototype, 'showPopover'],
      [HTMLElement.prototype, 'popover'],
    ] as const)
      Reflect.deleteProperty(home, name);
    const { matches } = Element.prototype;
    Element.prototype.matches = function (this: Element, selectors: string) {
      if (selectors.includes(':popover-open')) throw new DOMException('no such selector', 'SyntaxError');
      return matches.call(this, selectors);
    } as typeof matches;
  });
  await page.goto('/home');
  await splashIsGone(page);
  await expect(page.getByText('Read in an old browser')).toBeVisible();
  await page.goto('/login');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
  await page.route('**/api/auth/logout', (route) => fail(route, 500));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  // The browser of the tests hides what is no popover to it by a style sheet that an old one has not.
  await expect(toastOf(page, 'Failed to sign out. Please try again.')).toHaveCount(1);
});
