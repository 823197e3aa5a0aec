import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

const withoutZone = (text: string): string => text.split('%', 1)[0] ?? text;

/**
 * An IP address of a text without its zone (`%eth0`), as it is written; null for any other text. Node decides what an
 * address is: ipaddr.js reads `127.1` and `0x7f000001` as well.
 */
const written = (text: string): IpAddress | null => (isIP(text) ? ipaddr.parse(withoutZone(text)) : null);

/** The same, but `::ffff:10.0.0.1` is 10.0.0.1. */
const parsed = (text: string): IpAddress | null => (isIP(text) ? ipaddr.process(withoutZone(text)) : null);

/** What some proxies write of a client: `203.0.113.9:51234`, `[2001:db8::1]:443` or `[2001:db8::1]` (RFC 7239, 6). */
const withPort = /^(?:\[([\da-f:.]+)\]|([\d.]+(?=:)))(?::\d{1,5})?$/i;

/** The address of a client as its connection or a proxy tells it, which may be with a port. */
const parsedClient = (text: string): IpAddress | null => {
  const [, bracketed, bare] = isIP(text) ? [] : (withPort.exec(text) ?? []);
  return parsed(bracketed ?? bare ?? text);
};

const isIPv4 = (address: IpAddress): address is ipaddr.IPv4 => address.kind() === 'ipv4';

/** The first groups of an IPv6 address with zeros behind them: `2001:db8:1::` for three. */
const leading = ({ parts }: ipaddr.IPv6, groups: number): string =>
  `${parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':')}::`;

/** Whether a host is this machine itself. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || parsed(host)?.range() === 'loopback';

/** One way to write an address: `::ffff:10.0.0.1` is 10.0.0.1, without a zone or port; any other text stays. */
export function plainAddress(text: string): string {
  // Nearly all addresses of requests: Node takes no other way to write them.
  const embedded = text.startsWith('::ffff:') ? text.slice(7) : text;
  return isIP(embedded) === 4 ? embedded : (parsedClient(text)?.toString() ?? text);
}

/**
 * Whom a limit counts: one IPv4 address, or the /64 that one household has of IPv6. Texts that are no address count as one: else
 * each of them would be somebody new.
 */
export function limitedAddress(text: string): string {
  const address = parsedClient(text);
  if (!address) return 'unknown';
  return isIPv4(address) ? address.toString() : `${leading(address, 4)}/64`;
}

/** The network part of an address, for keeping: IPv4 /24, IPv6 /48 (`198.51.100.0`, `2001:db8:1::`). */
export function networkOf(text: string): string {
  const address = parsedClient(text);
  if (!address) return '';
  return isIPv4(address) ? [...address.octets.slice(0, 3), 0].join('.') : leading(address, 3);
}

const mapped = ipaddr.IPv6.parse('::ffff:0:0');

/**
 * Whether this is one address or a range of addresses of proxies. A range that holds everybody is none, nor is an
 * IPv6 range wide enough to hold all of IPv4 (`::ffff:0:0/96` and above).
 */
export function isProxyRange(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  if (!isIP(address)) return false;
  if (prefix === undefined) return true;
  if (!ipaddr.isValidCIDR(text)) return false;
  const [network, bits] = ipaddr.parseCIDR(text);
  return bits > 0 && (isIPv4(network) || bits > 96 || !mapped.match(network, bits));
}

/** Of IPv6 only this is handed out (RFC 4291, 2.4). */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is one that anybody on the internet can be reached at: none of this machine, its network, or
 * any special purpose (RFC 6890). What carries another address (mapped, translated, tunnelled) is out as well.
 */
export function isPublicAddress(text: string): boolean {
  const address = written(text);
  return address?.range() === 'unicast' && (isIPv4(address) || address.match(globalUnicast));
}
