import type { Page, Request } from '@playwright/test';

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
