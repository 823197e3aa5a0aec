import { describe, expect, it } from 'vitest';
import {
  isLoopback,
  isProxyRange,
  isPublicAddress,
  limitedAddress,
  networkOf,
  plainAddress,
} from './ip-addresses.ts';

it.each([
  ['198.51.100.77', '198.51.100.77'],
  ['::ffff:198.51.100.77', '198.51.100.77'],
  ['::FFFF:c633:644d', '198.51.100.77'],
  ['fe80::1%eth0', 'fe80::1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['', ''],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['::ffff:203.0.113.9:51234', '::ffff:203.0.113.9:51234'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
  ['unknown', 'unknown'],
])('%o is plainly %o', (address, plain) => expect(plainAddress(address)).toBe(plain));

it.each([
  ['198.51.100.77', '198.51.100.77'],
  ['::ffff:c633:644d', '198.51.100.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:1:2:3::]:443', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  ['_hidden:51234', 'unknown'],
  ['203.0.113.9:', 'unknown'],
  ['[203.0.113.9', 'unknown'],
  ['', 'unknown'],
])('counts %s as %s', (address, counted) => expect(limitedAddress(address)).toBe(counted));

it.each([
  ['198.51.100.77', '198.51.100.0'],
  ['::ffff:198.51.100.77', '198.51.100.0'],
  ['::ffff:c633:644d', '198.51.100.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::7', '2001:db8:0::'],
  ['fe80::1%eth0', 'fe80:0:0::'],
  ['::1', '0:0:0::'],
  ['203.0.113.9:51234', '203.0.113.0'],
  ['[2001:db8:1:2::3]:443', '2001:db8:1::'],
  ['unknown', ''],
])('keeps of %s only %o', (address, network) => expect(networkOf(address)).toBe(network));

describe('this machine', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['', '128.0.0.1', '::2', 'localhost.example.org', '127.example.org', '127.1'])(
    'is not %o',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('a range of proxies', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.0/8',
    '0.0.0.0/1',
    'fd00::/8',
    '2001:db8::/32',
    '::ffff:10.0.0.0/104',
    '::ffff:0:0/97',
  ])('is %s', (range) => {
    expect(isProxyRange(range)).toBe(true);
  });

  it.each([
    '',
    'true',
    '1',
    '10/8',
    '127.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '0.0.0.0/0',
    '::/0',
    '::ffff:10.0.0.0/95',
    '::ffff:0:0/96',
    '::ffff:0:0/8',
    '2000::/2',
    '1::/1',
    'fd00::/129',
  ])('is not %o', (range) => {
    expect(isProxyRange(range)).toBe(false);
  });
});

describe('a public address', () => {
  it.each(['1.1.1.1', '142.250.1.1', '2607:f8b0::1', '2a00:1450:4001::a', '192.1.0.1', '2003::1'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:1.1.1.1',
    '64:ff9b::a00:1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    'fec0::1',
    '3fff::1',
    '4000::1',
    '100::1',
    '5f00::1',
    '64:ff9b:1::1',
    '::10.0.0.1',
    '2620:4f:8000::1',
    '192.31.196.1',
    '192.0.2.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    'example.org',
    '',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
