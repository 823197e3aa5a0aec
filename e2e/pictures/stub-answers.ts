import type { Page, Route } from '@playwright/test';
import { serverAnswer } from '../harness/requests.ts';

type Call = (url: URL) => boolean;

/** The call of this path, whatever it asks for beyond it. */
const callOf =
  (path: string | RegExp): Call =>
  ({ pathname }) =>
    typeof path === 'string' ? pathname === path : path.test(pathname);

/** Lets a call wait until the picture is taken. */
export const neverAnswered = (path: string | RegExp) => async (page: Page) => {
  await page.route(callOf(path), () => undefined);
};

/** Answers a call as a server in trouble does. */
export const failing = (path: string | RegExp) => async (page: Page) => {
  await page.route(callOf(path), (route: Route) =>
    route.fulfill({ status: 500, json: { success: false, error: '', code: 'INTERNAL' } }),
  );
};

/** No answer comes any more, as without a network; the page itself still does. */
export const unreachable = (path: string | RegExp) => async (page: Page) => {
  await page.route(callOf(path), (route) => route.abort('internetdisconnected'));
};

/** Passes a call on and changes what comes back. */
export const changed =
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any call, changed in place
  (path: string | RegExp, change: (data: any) => void) => async (page: Page) => {
    await page.route(callOf(path), async (route) => {
      try {
        const response = await serverAnswer(route);
        const json = await response.json();
        change(json.data);
        await route.fulfill({ response, json });
      } catch {
        // The page asks again; one that was cut, or that changes nothing, is no end of all pictures.
        await route.abort().catch(() => undefined);
      }
    });
  };
