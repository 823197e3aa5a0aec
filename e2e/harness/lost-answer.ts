import type { Page } from '@playwright/test';
import { serverAnswer } from './requests.ts';

/** The server gets the call and answers it, and the answer is lost on its way; once. Resolves when that has happened. */
export function loseAnswer(page: Page, url: string, method: string): Promise<number> {
  const lost = Promise.withResolvers<number>();
  let done = false;
  void page.route(url, async (route) => {
    if (done || route.request().method() !== method) return route.fallback();
    done = true;
    const response = await serverAnswer(route);
    await route.abort('connectionreset');
    lost.resolve(response.status());
  });
  return lost.promise;
}

/** Nobody answers these calls until what it answers is called. */
export async function away(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  await page.route(url, (route) => route.abort('connectionrefused'));
  return () => page.unroute(url);
}
