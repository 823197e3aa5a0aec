import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inBatches } from './batches.ts';

const MiB = 1024 * 1024;
const never = new AbortController().signal;

/** The request of a body that is sent over a real connection, as chunks are. */
async function received(body: Buffer, take: (request: IncomingMessage) => Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    take(request).then(resolve, reject);
    promise.finally(() => response.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await Promise.all([
    promise,
    fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: new Uint8Array(body) }),
  ]);
  server.close();
}

describe('gathered bytes', () => {
  it('come whole and in order, a small part in one batch', async () => {
    const body = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)));
    const batches: Buffer[] = [];
    await received(body, async (request) => {
      for await (const bytes of inBatches(request, never)) batches.push(Buffer.concat(bytes));
    });
    expect(batches).toHaveLength(1);
    expect(Buffer.concat(batches).equals(body)).toBe(true);
  });

  it('come in batches of a megabyte, and give their memory back when the next is asked for', async () => {
    const body = Buffer.alloc(5 * MiB, 7);
    const batches: Buffer[][] = [];
    let size = 0;
    await received(body, async (request) => {
      for await (const bytes of inBatches(request, never)) {
        batches.push(bytes);
        size += bytes.reduce((sum, { length }) => sum + length, 0);
      }
    });
    expect(size).toBe(body.length);
    expect(batches.length).toBeLessThanOrEqual(5);
    expect(batches.flat().every(({ length }) => length === 0)).toBe(true);
  });

  it('make the sender wait while two megabytes wait to be written', async () => {
    const source = new PassThrough({ highWaterMark: MiB });
    const batches = inBatches(source, never);
    source.write(Buffer.alloc(MiB, 1));
    expect((await batches.next()).done).toBe(false);
    for (let n = 0; n < 4; n += 1) source.write(Buffer.alloc(MiB, 2));
    await new Promise(setImmediate);
    expect(source.isPaused()).toBe(true);
    expect((await batches.next()).done).toBe(false);
    expect(source.isPaused()).toBe(false);
    await batches.return(undefined);
  });

  it('end without an error where the sender is gone or a newer one came', async () => {
    const broken = new PassThrough();
    broken.write('half');
    const first = inBatches(broken, never);
    const next = first.next();
    broken.destroy(new Error('gone'));
    expect(Buffer.concat((await next).value ?? []).toString()).toBe('half');
    expect((await first.next()).done).toBe(true);

    const superseded = new AbortController();
    const second = inBatches(new PassThrough(), superseded.signal).next();
    superseded.abort();
    expect((await second).done).toBe(true);
  });
});
