import { BlockList, isIP } from 'node:net';

/** What no push service on the internet has (RFC 6890): this machine, its network, everything reserved. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4');
}

/** Only 2000::/3 is handed out; of that, what carries another address or is for documentation is out as well. */
const handedOut = new BlockList();
handedOut.addSubnet('2000::', 3, 'ipv6');
const carrying = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  carrying.addSubnet(network, bits, 'ipv6');
}

/** Whether an IP address is one that anybody on the internet can be reached at. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && handedOut.check(address, 'ipv6') && !carrying.check(address, 'ipv6');
}

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
