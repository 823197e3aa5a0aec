const preload = /<link rel="(?:module)?preload"[^>]*>\s*/g;

/** The page's own address of what a link loads. */
const address = / href="([^"]+)"/;

export interface Page {
  readonly response: Response;
  /** What the links that were taken out would have loaded. */
  readonly preloads: readonly string[];
}

/**
 * A page without its links that preload, for a browser that this worker serves. A kept page names what another address
 * and another language need; and Chromium uses no preload of a page's markup for what a script asks for when the answer
 * came from a worker ("cross-world service worker resource mismatch"). Either way it would be loaded for nothing, and the
 * console say so. What is no page is left as it is.
 */
export async function withoutPreloads(page: Response): Promise<Page> {
  if (!page.ok || !page.headers.get('Content-Type')?.startsWith('text/html'))
    return { response: page, preloads: [] };
  const html = await page.text();
  const headers = new Headers(page.headers);
  // They told of the bytes that came.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  return {
    response: new Response(html.replaceAll(preload, ''), { status: page.status, headers }),
    preloads: [...html.matchAll(preload)].flatMap(([link]) => address.exec(link)?.[1] ?? []),
  };
}
