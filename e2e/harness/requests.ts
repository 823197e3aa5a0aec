import type { APIResponse, Page, Request, Route } from '@playwright/test';

/**
 * Follows what a page asks for from now on. The event stream, which never ends, and what a player of videos loads ahead of
 * itself do not count.
 *
 * @returns a function that tells the addresses that have no answer yet
 */
export function followRequests(page: Page): () => string[] {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    // What the former document asked for may end without a word.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear();
    const isStream = request.headers().accept === 'text/event-stream';
    if (!isStream && request.resourceType() !== 'media') pending.add(request);
  });
  const ended = (request: Request) => pending.delete(request);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return () => [...pending].map((request) => `${request.method()} ${request.url()}`);
}

/**
 * Answers the first request to an address in the server's place; later ones pass. With `times: 1` Playwright would switch its
 * interception off at that answer, and never tell of a request that the page makes in the same moment.
 */
export async function answerFirst(
  page: Page,
  url: Parameters<Page['route']>[0],
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let isFirst = true;
  await page.route(url, (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    return answer(route);
  });
}

/**
 * The server's answer to a call of the page. As browsers do, it asks again where the connection had been closed as idle in the
 * moment in which it was used, if asking changes nothing.
 * @param url whom to ask in place of the address that the page asked
 */
export function serverAnswer(route: Route, url = route.request().url()): Promise<APIResponse> {
  return route.fetch({ url, maxRetries: route.request().method() === 'GET' ? 2 : 0 });
}

/** Opens an address, and waits until the page's stream of events is open too, which comes after the first screen. */
export async function openWithEvents(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse('**/api/events');
  await page.goto(path);
  await stream;
}
