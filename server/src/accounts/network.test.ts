import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it.each([
  ['198.51.100.77', '198.51.100.0'],
  ['::ffff:198.51.100.77', '198.51.100.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::7', '2001:db8:0::'],
  ['fe80::1%eth0', 'fe80:0:0::'],
  ['::1', '0:0:0::'],
])('keeps of %s only %s', (address, network) => expect(networkOf(address)).toBe(network));
