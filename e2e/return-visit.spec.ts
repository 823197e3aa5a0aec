import type { Page } from '@playwright/test';
import { goOffline } from './harness/network.ts';
import { appIsCached } from './harness/offline-app.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

test.use({ serviceWorkers: 'allow' });

/** A preload that nothing uses, in every page: the browser tells of it when it tells of the others, seconds after the load. */
function preloadForNothing(): void {
  addEventListener('DOMContentLoaded', () => {
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'image' });
    link.href = '/icons/icon-180.png';
    document.head.append(link);
  });
}

/** What the console says of preloads that were of no use, on a visit of a path. */
async function uselessPreloads(page: Page, path: string): Promise<string[]> {
  const control = page.waitForEvent('console', (message) => message.text().includes('/icons/icon-180.png'));
  const said: string[] = [];
  const note = (message: { text(): string }) => said.push(message.text());
  page.on('console', note);
  await page.goto(path);
  await splashIsGone(page);
  await control;
  page.off('console', note);
  return said.filter((text) => text.includes('preload') && !text.includes('/icons/icon-180.png'));
}

test('a return visit loads nothing for nothing, at any address, in another language, without a network', async ({
  duet,
  as,
}) => {
  test.setTimeout(120_000);
  const post = await publishText(await duet.admin(), '<p>Boats</p>');
  const page = await as(null, '/home');
  await appIsCached(page);
  await page.addInitScript(preloadForNothing);
  const ofPost = `/post/${post._id}`;
  for (const path of [ofPost, '/login']) expect(await uselessPreloads(page, path), path).toEqual([]);
  await page.evaluate(() => localStorage.setItem('duet.language', 'ro'));
  expect(await uselessPreloads(page, '/login'), 'in Romanian').toEqual([]);
  await appIsCached(page);
  await goOffline(page);
  for (const path of [ofPost, '/home'])
    expect(await uselessPreloads(page, path), `${path}, offline`).toEqual([]);
});
