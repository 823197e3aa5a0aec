import { isIP } from 'node:net';
import { isPublicAddress } from '../platform/ip-addresses.ts';

const localNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid)\.?$/i;

/**
 * Whether notifications may be sent to an address that a person's browser named: https on its own port at a public
 * host, or an origin that the configuration allows. Names are looked up again when something is sent (push-service.ts).
 */
export function maySendTo(endpoint: string, allowedOrigins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username || url.password) return false;
  if (allowedOrigins.includes(url.origin)) return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' || url.port !== '') return false;
  if (isIP(host)) return isPublicAddress(host);
  return host.includes('.') && !localNames.test(host);
}
