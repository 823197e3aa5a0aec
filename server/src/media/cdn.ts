import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../platform/config/config.ts';
import type { Headers } from '../platform/http/headers.ts';

/**
 * On the answer that leads to the CDN. Nobody but the browser that got it keeps it, for a short while: who may see a file is
 * asked again soon, and whether one is answered so follows from what the browser says of the request.
 */
export const redirectHeaders: Headers = {
  'cache-control': 'private, max-age=300',
  'cross-origin-resource-policy': 'same-site',
  vary: 'Origin, Sec-Fetch-Mode, Sec-Fetch-Site, User-Agent',
};

/**
 * Where the CDN (DUET_S3_PUBLIC_URL) has a file that everybody may read; null where the server answers it itself. It does so
 * where a page reads the bytes (`Sec-Fetch-Mode: cors`), which the page's policy allows of its own origin alone, and where another
 * site shows them, which is refused. https://www.w3.org/TR/fetch-metadata/
 */
export function cdnUrlOf(
  { cdnUrl }: Pick<Config, 'cdnUrl'>,
  headers: IncomingHttpHeaders,
  path: string,
): string | null {
  if (cdnUrl === null) return null;
  const site = headers['sec-fetch-site'];
  // Programs that are no browser say one at most.
  if (site !== undefined && (headers['sec-fetch-mode'] === 'cors' || site === 'cross-site')) return null;
  return `${cdnUrl}/${path}`;
}
