import { describe, expect, it } from 'vitest';
import { maySendTo } from './push-endpoint.ts';

describe('an address to send to', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QK3',
    'https://wns2-par02p.notify.windows.com/w/?token=BQ%3d',
  ])('is that of a browser: %s', (endpoint) => {
    expect(maySendTo(endpoint, [])).toBe(true);
  });

  it.each(['https://1.1.1.1/x', 'https://[2607:f8b0::1]/x'])('may be a public IP address: %s', (endpoint) => {
    expect(maySendTo(endpoint, [])).toBe(true);
  });

  it.each([
    'no address',
    'http://push.example.org/x',
    'https://push.example.org:8443/x',
    'http://push.example.org:443/x',
    'https://a@push.example.org/x',
    'https://:b@push.example.org/x',
    'https://10.0.0.5/x',
    'https://127.1/x',
    'https://[::1]/x',
    'https://[::ffff:1.1.1.1]/x',
    'https://localhost/x',
    'https://push/x',
    'https://push.local/x',
    'https://push.home.arpa./x',
  ])('is none that reaches into a network, or goes unencrypted: %s', (endpoint) => {
    expect(maySendTo(endpoint, [])).toBe(false);
  });

  it('is also one of an origin that the configuration names, and of no other', () => {
    const allowed = ['http://10.0.0.5:8000'];
    expect(maySendTo('http://10.0.0.5:8000/x', allowed)).toBe(true);
    for (const other of ['http://10.0.0.5:8001/x', 'https://10.0.0.5:8000/x', 'http://a@10.0.0.5:8000/x']) {
      expect(maySendTo(other, allowed)).toBe(false);
    }
  });
});
