import { createServer, type IncomingMessage } from 'node:http';
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

  it.each([
    [201, undefined, { result: 'sent', status: 201 }],
    [299, undefined, { result: 'sent', status: 299 }],
    [301, undefined, { result: 'refused', status: 301 }],
    [400, undefined, { result: 'refused', status: 400 }],
    [404, undefined, { result: 'gone', status: 404 }],
    [410, undefined, { result: 'gone', status: 410 }],
    [429, '3', { result: 'retry', status: 429, afterMs: 3000 }],
    [429, 'soon', { result: 'retry', status: 429, afterMs: null }],
    [500, undefined, { result: 'retry', status: 500, afterMs: null }],
    [503, new Date(0).toUTCString(), { result: 'retry', status: 503, afterMs: 0 }],
  ])('says what an answer of %i with Retry-After %s means', async (status, retryAfter, outcome) => {
    const asked: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      asked.push(request);
      response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sender = { vapid, allowedOrigins: [origin], signal: new AbortController().signal };
    expect(await sendPush(messageTo(`${origin}/x`), sender)).toEqual(outcome);
    const [{ method, headers } = {}] = asked as Partial<IncomingMessage>[];
    expect(method).toBe('POST');
    expect(headers).toMatchObject({ ttl: '60', urgency: 'normal', 'content-encoding': 'aes128gcm' });
    server.close();
  });

  it('is given up when the server stops', async () => {
    const stopping = new AbortController();
    stopping.abort();
    const sender = { vapid, allowedOrigins: ['http://127.0.0.1:9'], signal: stopping.signal };
    expect(await sendPush(messageTo('http://127.0.0.1:9/x'), sender)).toMatchObject({ result: 'retry' });
  });
});
