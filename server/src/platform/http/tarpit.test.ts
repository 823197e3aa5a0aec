import { Socket } from 'node:net';
import { endpoint } from '@duet/contract/endpoint';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTinyServer, recognize, type TinyOptions } from '../../../test/tiny-server.ts';
import { Failure } from '../failure.ts';
import { createTarpit } from './tarpit.ts';

const data = z.object({ n: z.number() });
const table = {
  'a.cached': endpoint({ method: 'GET', path: '/api/cached', access: 'anyone', does: 'Answers.', data }),
  'a.made': endpoint({ method: 'GET', path: '/api/made', access: 'anyone', does: 'Answers.', data }),
} as const;
const answer = async () => ({ data: { n: 1 } });

/** How many refusals are answered at once. */
const prompt = 20;

const limitedServer = (options: Partial<TinyOptions<typeof table>> = {}) =>
  createTinyServer({
    table,
    handlers: { 'a.cached': answer, 'a.made': answer },
    cached: { 'a.cached': { narrowing: () => ({}) } },
    recognize,
    ...options,
    config: { rateLimit: 0.01, ...options.config },
  });

/** Asks until the next refusal waits. */
async function goOn(statusOf: () => Promise<number>): Promise<void> {
  for (let refused = 0; refused < prompt; ) if ((await statusOf()) === 429) refused += 1;
}

describe.each(['/api/cached', '/api/made'])('refusals of who goes on asking for %s', (path) => {
  it('wait, and hold up nobody else', async () => {
    await using server = await limitedServer();
    const statusOf = async (headers = {}) => (await server.fetch(path, { headers })).status;
    await goOn(statusOf);
    const start = performance.now();
    const order: string[] = [];
    const held = statusOf().then((status) => order.push(`refused ${status}`));
    order.push(`another ${await statusOf({ authorization: 'Bearer maria' })}`);
    await held;
    expect(order).toEqual(['another 200', 'refused 429']);
    // Of three seconds, less what timers are early by.
    expect(performance.now() - start).toBeGreaterThan(2990);
  });

  it('come at once when the server stops', async () => {
    const stopping = new AbortController();
    const onRefusal = vi.fn();
    await using server = await limitedServer({ stopping: stopping.signal, onRefusal });
    const statusOf = async () => (await server.fetch(path)).status;
    await goOn(statusOf);
    const start = performance.now();
    const refused = statusOf();
    await vi.waitFor(() => expect(onRefusal).toHaveBeenCalledTimes(prompt + 1), { interval: 5 });
    stopping.abort();
    expect(await refused).toBe(429);
    expect(performance.now() - start).toBeLessThan(2500);
  });

  it('come at once through a trusted proxy, whose connections are for everybody', async () => {
    await using server = await limitedServer({ config: { trustProxy: ['127.0.0.1', '::1'] } });
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const statusOf = async () => (await server.fetch(path, { headers })).status;
    await goOn(statusOf);
    const start = performance.now();
    for (let n = 0; n < 5; n += 1) expect(await statusOf()).toBe(429);
    expect(performance.now() - start).toBeLessThan(4000);
  });
});

it('a refusal waits for the time that it names, and for none once the server has stopped', async () => {
  const stopping = new AbortController();
  const tarpit = createTarpit([], stopping.signal);
  const socket = new Socket();
  expect(tarpit(new Failure('OVERLOADED'), socket)).toBeUndefined();
  const held = tarpit(new Failure('OVERLOADED', { answerAfterMs: 60_000 }), socket);
  expect(held).toBeInstanceOf(Promise);
  stopping.abort();
  await held;
  expect(tarpit(new Failure('OVERLOADED', { answerAfterMs: 60_000 }), socket)).toBeUndefined();
});

it('the refusal of who finds no place waits a second', async () => {
  const free = Promise.withResolvers<void>();
  await using server = await limitedServer({
    config: { rateLimit: 0 },
    handlers: { 'a.cached': answer, 'a.made': () => free.promise.then(answer) },
  });
  const statusOf = async () => (await server.fetch('/api/made')).status;
  // 16 are at work, and 128 wait.
  const placed = Array.from({ length: 144 }, statusOf);
  const refused: number[] = [];
  const start = performance.now();
  while (refused.length === 0) {
    const others = Array.from({ length: 4 }, async () => {
      const status = await statusOf();
      if (status === 503) refused.push(performance.now() - start);
    });
    await Promise.race([Promise.all(others), new Promise((resolve) => setTimeout(resolve, 1500))]);
  }
  free.resolve();
  expect(await Promise.all(placed)).toEqual(placed.map(() => 200));
  expect(Math.min(...refused)).toBeGreaterThan(990);
});
