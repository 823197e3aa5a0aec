import { devices, type Page } from '@playwright/test';
import { expect, test } from './harness/test.ts';

/** How long the page waits for each of its calls, as it tells the browser. */
async function noteTimeouts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const noted: number[] = [];
    Object.assign(window, { notedTimeouts: noted });
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      noted.push(ms);
      return timeout(ms);
    };
  });
  return () => page.evaluate(() => (window as unknown as { notedTimeouts: number[] }).notedTimeouts);
}

for (const [device, userAgent, waited, other] of [
  ['a phone', devices['iPhone 15'].userAgent, 120_000, 30_000],
  ['a computer', devices['Desktop Chrome'].userAgent, 30_000, 120_000],
] as const) {
  test(`making a draft may take ${waited / 1000} s on ${device} [POST-72]`, async ({ duet, as }) => {
    const page = await as(await duet.admin(), undefined, { userAgent });
    const timeouts = await noteTimeouts(page);
    await page.goto('/new/richtext');
    await page.getByRole('textbox', { name: 'Text of the post' }).click();
    await page.keyboard.type('A walk');
    const before = (await timeouts()).length;
    await page.route('**/api/posts/draft', (route) => route.abort());
    const asked = page.waitForRequest('**/api/posts/draft');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await asked;
    expect((await timeouts()).slice(before)).toContain(waited);
    expect((await timeouts()).slice(before)).not.toContain(other);
  });
}
