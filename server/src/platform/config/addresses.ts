import { isIP, isIPv4 } from 'node:net';

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/**
 * Whether this is one address or a range of addresses of proxies. A range that holds everybody is none, nor is an
 * IPv6 range wide enough to hold all of IPv4 (`::ffff:0:0/96` and above).
 */
export function isProxyRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  const bits = Number(prefix);
  if (family === 4) return bits >= 1 && bits <= 32;
  const holdsMapped = new URL(`http://[${address}]`).hostname.startsWith('[::') && bits <= 96;
  return bits >= 1 && bits <= 128 && !holdsMapped;
}
