import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { endpoint } from '@duet/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, createTinyServer } from '../../../test/tiny-server.ts';

const row = (path: `/${string}`) =>
  endpoint({ method: 'GET', path, access: 'anyone', does: 'Answers.', data: z.object({}) });

describe('a crowd', () => {
  it('is served 16 at a time with 128 waiting, and told to come back beyond that', async () => {
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const { promise: full, resolve: reportFull } = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    await using server = await createTinyServer({
      table: { 'a.slow': row('/api/slow') },
      handlers: {
        'a.slow': async () => {
          running += 1;
          most = Math.max(most, running);
          await mayEnd;
          running -= 1;
          return { data: {} };
        },
      },
    });
    const answers = Array.from({ length: 160 }, async () => {
      const response = await server.fetch('/api/slow');
      if (response.status === 503) reportFull();
      return { retryAfter: response.headers.get('retry-after'), ...(await answerOf(response)) };
    });
    await full;
    expect((await server.fetch('/healthz')).status).toBe(200);
    letEnd();
    const all = await Promise.all(answers);
    const refused = all.filter(({ status }) => status === 503);
    expect(most).toBe(16);
    expect(refused).toHaveLength(160 - 16 - 128);
    expect(refused[0]).toMatchObject({ retryAfter: '5', body: { success: false, code: 'OVERLOADED' } });
    expect(all.filter(({ status }) => status === 200)).toHaveLength(144);
  });

  it('from one address has at most 256 connections', async () => {
    await using server = await createTinyServer({ table: {}, handlers: {} });
    const { port } = new URL(server.url);
    const sockets: Socket[] = [];
    let cut = 0;
    for (let i = 0; i < 260; i++) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => {
        cut += 1;
      });
      await once(socket, 'connect');
      sockets.push(socket);
    }
    await expect.poll(() => cut).toBe(4);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(() =>
        server.fetch('/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });
});

it('of eight addresses that hold all they can get leaves room for a ninth', async () => {
  await using server = await createTinyServer({ table: {}, handlers: {} });
  const port = Number(new URL(server.url).port);
  const sockets: Socket[] = [];
  const from = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  for (let n = 0; n < 256; n++) {
    await Promise.all(Array.from({ length: 8 }, (_, address) => from(`127.0.1.${address + 1}`)));
  }
  const guest = await from('127.0.2.1');
  let heard = '';
  guest.on('data', (chunk) => {
    heard += chunk;
  });
  guest.write('GET /healthz HTTP/1.1\r\nhost: duet\r\nconnection: close\r\n\r\n');
  await once(guest, 'close');
  for (const socket of sockets) socket.destroy();
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK/);
});

describe('what is no request', () => {
  const sent = async (text: string): Promise<string> => {
    await using server = await createTinyServer({ table: {}, handlers: {} });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(text);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    await once(socket, 'close');
    return answer;
  };

  it('is answered in the form of a failure', async () => {
    const answer = await sent('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code: 'INVALID' });
  });

  it('with headers beyond 16 KB is 431', async () => {
    const answer = await sent(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('proxies', () => {
  const table = {
    'a.who': endpoint({
      method: 'GET',
      path: '/api/who',
      access: 'anyone',
      does: 'Says from where.',
      data: z.object({ address: z.string() }),
    }),
  };
  const addressOf = async (trustProxy: readonly string[], forwarded: string) => {
    await using server = await createTinyServer({
      table,
      handlers: { 'a.who': async (_context, { address }) => ({ data: { address } }) },
      config: { trustProxy },
    });
    const response = await server.fetch('/api/who', { headers: { 'x-forwarded-for': forwarded } });
    return (await answerOf(response)).body.data.address;
  };

  it.each([
    ['nobody', [], '203.0.113.9', '127.0.0.1'],
    ['somebody else', ['10.0.0.0/8'], '203.0.113.9', '127.0.0.1'],
    ['this one', ['127.0.0.1'], '203.0.113.9', '203.0.113.9'],
    ['this one, but what stands before it', ['127.0.0.1'], '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['this one with a mapped address', ['127.0.0.0/8'], '::ffff:203.0.113.9', '203.0.113.9'],
  ])('are believed where %s is trusted', async (_name, trusted, forwarded, address) => {
    expect(await addressOf(trusted, forwarded)).toBe(address);
  });
});

describe('metrics', () => {
  it('are for the machine itself', async () => {
    await using server = await createTinyServer({
      table: { 'a.ok': row('/api/ok') },
      handlers: { 'a.ok': async () => ({ data: {} }) },
    });
    await server.fetch('/api/ok');
    const text = await (await server.fetch('/metrics')).text();
    expect(text).toContain('duet_request_seconds_count{method="GET",route="/api/ok",status="200"} 1\n');
    expect(text).toMatch(/^duet_memory_bytes \d+$/m);
    expect((await server.fetch('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(
      404,
    );
  });
});
