import { describe, expect, it } from 'vitest';
import { isPublicAddress, maySendTo } from './push-address.ts';

describe('a public address', () => {
  it.each(['1.1.1.1', '142.250.1.1', '2607:f8b0::1', '2a00:1450:4001::a'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

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
    'example.org',
    '',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('an address to send to', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QK3',
    'https://wns2-par02p.notify.windows.com/w/?token=BQ%3d',
  ])('is that of a browser: %s', (endpoint) => {
    expect(maySendTo(endpoint, [])).toBe(true);
  });

  it('is also one of an origin that the configuration names, and of no other', () => {
    const allowed = ['http://10.0.0.5:8000'];
    expect(maySendTo('http://10.0.0.5:8000/x', allowed)).toBe(true);
    for (const other of ['http://10.0.0.5:8001/x', 'https://10.0.0.5:8000/x', 'http://a@10.0.0.5:8000/x']) {
      expect(maySendTo(other, allowed)).toBe(false);
    }
  });
});
