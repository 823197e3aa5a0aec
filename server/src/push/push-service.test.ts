import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { Device } from '../../test/push-service.ts';
import { sendPush } from './push-service.ts';
import { publicKeyOf } from './vapid.ts';

const privateKey = Buffer.alloc(32, 9).toString('base64url');
const vapid = { subject: 'https://duet.example.org', publicKey: publicKeyOf(privateKey), privateKey };

const messageTo = (endpoint: string) => {
  const { keys } = new Device(endpoint).subscription;
  return { endpoint, ...keys, payload: '{}', ttlSeconds: 60, urgency: 'normal' as const };
};

describe('the way to a push service', () => {
  it('leads to no private address, also where a public name points to one', async () => {
    const asked = vi.fn();
    const server = createServer((_, response) => {
      asked();
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sender = { vapid, allowedOrigins: [], signal: new AbortController().signal };
    const outcomes = [
      // Endpoints that the site took before this rule, or before the name pointed here.
      await sendPush(messageTo(`http://127.0.0.1:${port}/x`), sender),
      await sendPush(messageTo('https://localhost/x'), sender),
      await sendPush(messageTo('https://localtest.invalid.example/x'), sender),
    ];
    expect(outcomes.map(({ result }) => result)).toEqual(['gone', 'gone', 'retry']);
    expect(asked).not.toHaveBeenCalled();
    server.close();
  });

  it('is given up when the server stops', async () => {
    const stopping = new AbortController();
    stopping.abort();
    const sender = { vapid, allowedOrigins: ['http://127.0.0.1:9'], signal: stopping.signal };
    expect(await sendPush(messageTo('http://127.0.0.1:9/x'), sender)).toMatchObject({ result: 'retry' });
  });
});
