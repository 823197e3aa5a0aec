import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, as numbers. */
function groups(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const words = (text: string | undefined) =>
    text ? text.split(':').map((word) => Number.parseInt(word, 16)) : [];
  const before = words(head);
  const after = words(tail);
  return [...before, ...new Array(8 - before.length - after.length).fill(0), ...after];
}

/** `::ffff:10.0.0.1` is 10.0.0.1; everything else stays as it is. */
export function plainAddress(address: string): string {
  const bare = address.split('%', 1)[0] ?? address;
  if (!isIPv6(bare)) return bare;
  const [a, b, c, d, e, marker, high = 0, low = 0] = groups(bare);
  const mapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && marker === 0xffff;
  return mapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : bare;
}

/** Whom a limit counts: one IPv4 address, or the /64 that one household has of IPv6. */
export function countedAddress(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const network = groups(plain).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
