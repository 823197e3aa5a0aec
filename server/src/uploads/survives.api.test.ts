import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../../test/bare-environment.ts';
import { Client } from '../../test/client.ts';
import { password } from '../../test/harness.ts';
import { whenNotBusy } from '../../test/model/when-not-busy.ts';
import { ready } from '../../test/ready.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { begin, clip, sendChunk, sendChunks } from '../../test/uploads.ts';
import { Journal } from '../platform/storage/journal.ts';

const program = new URL('../main.ts', import.meta.url).pathname;

let parts: AsyncDisposableStack;
let dataDir: string;
let databaseUrl: string | null;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  databaseUrl = parts.use(await createTestDatabase('empty')).url;
  dataDir = parts.use(temporaryDir()).path;
});
afterEach(() => parts.disposeAsync());

interface Server {
  readonly url: string;
  readonly setup: string;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

async function start(): Promise<Server> {
  const env = {
    ...bareEnvironment(),
    DUET_PORT: '0',
    DUET_DATA_DIR: dataDir,
    DUET_LOG_LEVEL: 'error',
    DUET_RATE_LIMIT: '0',
    DUET_FFMPEG: 'off',
    ...(databaseUrl ? { DUET_DATABASE_URL: databaseUrl } : {}),
  };
  const child: ChildProcess = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'close');
  const kill = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await exit;
  };
  parts.defer(() => kill('SIGKILL'));
  let out = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (bytes) => {
      out += bytes;
      const [, found] = /Duet is ready at (\S+)\n/.exec(out) ?? [];
      if (found) resolve(found);
    });
    exit.then(() => reject(new Error(`the server ended: ${out}`)));
  });
  return { url, setup: /setup=([\w-]{43})/.exec(out)?.[1] ?? '', kill };
}

async function firstAdmin({ url, setup }: Server): Promise<string> {
  await ready(url);
  const body = { username: 'admin', email: 'admin@example.org', password, setupCode: setup };
  return (await new Client(url).call('accounts.register', { body })).body.data.token ?? '';
}

const statusOf = async (client: Client, sessionId: string) =>
  (await whenNotBusy(() => client.call('uploads.status', { query: { sessionId } }))).body.data;

describe('an upload survives', () => {
  it('a server that is killed: nothing that was answered has to be sent again', async () => {
    const video = await clip('clip-vp9.webm');
    const first = await start();
    const token = await firstAdmin(first);
    const admin = new Client(first.url, token);
    const begun = await begin(admin, video.length, { chunkSize: 1024 });
    await sendChunks(admin, begun, video, [0, 1, 2, 9, 5]);
    const told = await statusOf(admin, begun.sessionId);
    expect(told.receivedChunks).toEqual([
      [0, 2],
      [5, 5],
      [9, 9],
    ]);
    // These two were answered, and nobody asked for the status since.
    await sendChunks(admin, begun, video, [3, 4]);
    await first.kill('SIGKILL');

    const second = await start();
    const again = new Client(second.url, token);
    const after = await statusOf(again, begun.sessionId);
    expect(after.receivedChunks).toEqual([
      [0, 5],
      [9, 9],
    ]);
    const missing = Array.from({ length: begun.totalChunks }, (_, index) => index).filter(
      (index) => !after.receivedChunks.some(([from, to]) => index >= from && index <= to),
    );
    await sendChunks(again, begun, video, missing);
    const { status, body } = await again.call('uploads.finalizeWithPost', {
      body: { sessionId: begun.sessionId },
    });
    expect([status, body.data.sha256]).toEqual([200, createHash('sha256').update(video).digest('hex')]);
    const stored = await again.fetch(body.data.post.videoUrl ?? '');
    expect(Buffer.from(await stored.arrayBuffer()).equals(video)).toBe(true);
  }, 60_000);

  it('a server that is killed while chunks travel, over and over', async () => {
    const bytes = randomBytes(3_000_000);
    let server = await start();
    const token = await firstAdmin(server);
    const begun = await begin(new Client(server.url, token), bytes.length, { chunkSize: 100_000 });
    const taken = new Set<number>();
    for (const _round of [1, 2, 3]) {
      const client = new Client(server.url, token);
      const { receivedChunks } = await statusOf(client, begun.sessionId);
      const isThere = (n: number) => receivedChunks.some(([from, to]) => from <= n && n <= to);
      expect([...taken].filter((n) => !isThere(n))).toEqual([]);
      const order = [...Array(begun.totalChunks).keys()].filter((n) => !isThere(n)).slice(0, 10);
      let answered = 0;
      const sending = order.map(async (index) => {
        const chunk = bytes.subarray(index * 100_000, (index + 1) * 100_000);
        const { status } = await sendChunk(client, begun.sessionId, index, chunk);
        expect(status).toBe(200);
        taken.add(index);
        answered += 1;
        if (answered === 6) await server.kill('SIGKILL');
      });
      await Promise.allSettled(sending);
      await server.kill('SIGKILL');
      server = await start();
    }
    expect(taken.size).toBeGreaterThanOrEqual(18);
    const client = new Client(server.url, token);
    const { receivedChunks } = await statusOf(client, begun.sessionId);
    const file = await open(join(dataDir, 'uploads', `${begun.sessionId}.part`));
    for (const [from, to] of receivedChunks) {
      const there = Buffer.alloc(Math.min((to + 1) * 100_000, bytes.length) - from * 100_000);
      await file.read(there, 0, there.length, from * 100_000);
      expect(there.equals(bytes.subarray(from * 100_000, from * 100_000 + there.length))).toBe(true);
    }
    await file.close();
  }, 60_000);

  it('a server that stops and starts', async () => {
    const first = await start();
    const token = await firstAdmin(first);
    const begun = await begin(new Client(first.url, token), 10_000, { chunkSize: 1000 });
    await sendChunk(new Client(first.url, token), begun.sessionId, 7, Buffer.alloc(1000, 7));
    await first.kill('SIGTERM');
    const second = await start();
    expect((await statusOf(new Client(second.url, token), begun.sessionId)).receivedChunks).toEqual([[7, 7]]);
  }, 60_000);
});

describe('the journal of a part file', () => {
  it('is believed by the next process, but not after the machine was started anew', async () => {
    const path = join(dataDir, 'x.journal');
    const journal = await Journal.open(path);
    expect(journal.entries).toEqual([]);
    await journal.add({ part: 5, there: true });
    await journal.add({ part: 5, there: false });
    await journal.add({ part: 65_535, there: true });
    await journal.close();
    // What a kill left half written.
    await appendFile(path, Buffer.from([1, 0]));
    const next = await Journal.open(path);
    expect(next.entries).toEqual([
      { part: 5, there: true },
      { part: 5, there: false },
      { part: 65_535, there: true },
    ]);
    await next.add({ part: 9, there: true });
    await next.close();
    const third = await Journal.open(path);
    expect(third.entries.at(-1)).toEqual({ part: 9, there: true });
    await third.close();
    await writeFile(path, Buffer.concat([Buffer.alloc(64, 'another run'), Buffer.from([5, 0, 0, 0])]));
    const other = await Journal.open(path);
    expect(other.entries).toEqual([]);
    await other.close();
  });
});
