import { parsedUrl } from '../../../device/parsed-url.ts';

/** An address as it goes into a link: `https://` before it when http(s) is missing (product.md §2, Rich text). */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  if (trimmed === '' || /^https?:\/\//i.test(trimmed) || /^mailto:/i.test(trimmed)) return trimmed;
  // 'ftp://host' or 'javascript:…' keep nothing of their scheme; 'host:8080' has none.
  return `https://${trimmed.replace(/^(?!\S+:\d)[a-z][a-z\d+.-]*:\/*/i, '')}`;
}

/** Whether a browser can open it: a host with a dot or localhost, or somebody's mail. */
export function isLinkable(address: string): boolean {
  const url = parsedUrl(withScheme(address));
  if (!url) return false;
  return url.protocol === 'mailto:' ? url.pathname.includes('@') : /\.|^localhost$/.test(url.hostname);
}
