import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { guestStreams } from './guest-hub.ts';

const path = '/api/events/site';
const decoder = new TextDecoder();

/** A stream of a guest, read event by event. */
async function listen(client: Client) {
  const controller = new AbortController();
  const response = await client.fetch(path, { signal: controller.signal });
  const reader = response.body?.getReader();
  let text = '';
  return {
    response,
    /** All that comes until and with the next event. */
    async next(): Promise<{ name: string; data: { site: Record<string, unknown> } }> {
      for (;;) {
        const found = /event: (.+)\ndata: (.+)\n\n/.exec(text);
        if (found?.[1] && found[2]) {
          text = text.slice(found.index + found[0].length);
          return { name: found[1], data: JSON.parse(found[2]) };
        }
        const part = await reader?.read();
        if (!part || part.done) throw new Error(`over: ${text}`);
        text += decoder.decode(part.value, { stream: true });
      }
    },
    ended: async () => {
      while (!(await reader?.read())?.done);
    },
    [Symbol.dispose]: () => controller.abort(),
  };
}

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const change = (body: object) => admin.call('site.change', { body });

describe('the stream for guests', () => {
  it('tells what `GET /api/site` tells them, at the beginning and after each change, and nothing else', async () => {
    using stream = await listen(harness.guest);
    const asked = async () => (await harness.guest.call('site.show')).body.data.site;
    expect(stream.response.status).toBe(200);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(await stream.next()).toEqual({ name: 'site', data: { site: await asked() } });
    for (const body of [
      { name: 'Ana & Dan', line: 'Candytuft', timeZone: 'Europe/Bucharest' },
      { reading: 'members' },
      { reading: 'everybody' },
    ]) {
      await change(body);
      const changedAt = performance.now();
      const { data } = await stream.next();
      expect(performance.now() - changedAt).toBeLessThan(1000);
      expect(data.site).toEqual(await asked());
      expect(data.site).toMatchObject({ reading: 'everybody', ...body });
      if (data.site.reading === 'members') {
        expect(Object.keys(data.site).toSorted()).toEqual(
          ['accent', 'coverUrl', 'iconUrl', 'joining', 'name', 'reading'].toSorted(),
        );
      }
    }
  });

  it('opens on a closed site as well, which it is there to open again', async () => {
    await change({ reading: 'invited' });
    using stream = await listen(harness.guest);
    expect((await stream.next()).data.site).toMatchObject({ reading: 'invited' });
    await change({ reading: 'everybody' });
    expect((await stream.next()).data.site).toMatchObject({ reading: 'everybody' });
  });

  onOneServer('has room for so many of one address, and says to others not to come again', async () => {
    const streams = await Promise.all(
      Array.from({ length: guestStreams.ofOneAddress }, () => listen(harness.guest)),
    );
    const refused = () => harness.guest.fetch(path).then(({ status }) => status);
    expect(streams.map(({ response }) => response.status)).toEqual(
      Array(guestStreams.ofOneAddress).fill(200),
    );
    expect(await refused()).toBe(204);
    streams[0]?.[Symbol.dispose]();
    await expect.poll(refused).toBe(200);
    for (const stream of streams) stream[Symbol.dispose]();
  });
});

onOneServer('counts the addresses of one IPv6 network as one', async () => {
  await using site = await createHarness({ config: { trustProxy: ['127.0.0.1'] } });
  const from = (address: string) => site.guest.with({ 'x-forwarded-for': address });
  const streams = await Promise.all(
    Array.from({ length: guestStreams.ofOneAddress }, (_, n) => listen(from(`2001:db8:1:2::${n + 1}`))),
  );
  expect((await from('2001:db8:1:2::ff').fetch(path)).status).toBe(204);
  using another = await listen(from('2001:db8:1:3::1'));
  expect(another.response.status).toBe(200);
  for (const stream of streams) stream[Symbol.dispose]();
});

onOneServer(
  'counts an address to which the proxy adds a port as the same one, and those that are none as one',
  async () => {
    await using site = await createHarness({ config: { trustProxy: ['127.0.0.1'] } });
    const from = (address: string) => site.guest.with({ 'x-forwarded-for': address });
    for (const addressOf of [(n: number) => `203.0.113.9:${50_000 + n}`, (n: number) => `_hidden${n}`]) {
      const streams = await Promise.all(
        Array.from({ length: guestStreams.ofOneAddress }, (_, n) => listen(from(addressOf(n)))),
      );
      expect((await from(addressOf(99)).fetch(path)).status).toBe(204);
      for (const stream of streams) stream[Symbol.dispose]();
    }
  },
);

onOneServer('ends with the server', async () => {
  await using other = await createHarness();
  const stream = await listen(other.guest);
  await stream.next();
  await other[Symbol.asyncDispose]();
  await stream.ended();
});
