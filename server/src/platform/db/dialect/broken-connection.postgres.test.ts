import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import { migrations } from '../migrations/index.ts';
import { openPostgresDatabase } from './postgres.ts';
import { translateError } from './postgres-faults.ts';
import { queriesAmong } from './postgres-kysely.ts';
import { postgresPool } from './postgres-pool.ts';

let parts = new AsyncDisposableStack();
afterEach(async () => {
  await parts.disposeAsync();
  parts = new AsyncDisposableStack();
});

/** A network between this process and PostgreSQL. */
async function proxyTo(url: string) {
  const real = new URL(url);
  const sockets = new Set<Socket>();
  let closed = false;
  const server = createServer((socket) => {
    if (closed) return void socket.destroy();
    const onward = connect(Number(real.port), real.hostname);
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => {});
    }
    socket.pipe(onward).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  parts.defer(() => {
    cut();
    server.close();
  });
  const through = new URL(real);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    /** Cuts the connections that there are, and takes no others until it is opened. */
    close() {
      closed = true;
      cut();
    },
    open() {
      closed = false;
    },
    /** Nothing passes any more on the connections that there are; resolves when something would have. */
    silence(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      for (const socket of sockets) {
        socket.unpipe().on('data', () => resolve());
        socket.resume();
      }
      return promise;
    },
  };
}

it('a connection that breaks between two statements of a transaction fails the next one, and not the process', async () => {
  const { url } = parts.use(await createTestDatabase('empty'));
  const pool = postgresPool(url ?? '', 2, 'write', createLog('silent'));
  parts.defer(() => pool.end());
  const [client, other] = [await pool.connect(), await pool.connect()];
  // Without a listener the event is an exception that nobody catches.
  expect(client.listenerCount('error')).toBeGreaterThan(0);
  await client.query('begin');
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
  other.release();
  await wait(200);
  const fault = await client.query('select 1').then(
    () => null,
    (error: unknown) => error,
  );
  expect(translateError(fault)).toMatchObject({ name: 'Failure', code: 'OVERLOADED' });
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('a call while PostgreSQL cannot be reached fails as one that may be tried again, and works when it can', async () => {
  const { url } = parts.use(await createTestDatabase());
  const proxy = await proxyTo(url ?? '');
  const options = {
    dataDir: '',
    migrations,
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: false,
  };
  const database = parts.use(await openPostgresDatabase(options, proxy.url));
  const call = () =>
    database
      .write((tx) => tx.selectFrom('users').select('id').limit(1).execute())
      .then(
        () => 'works',
        (error: { code?: string }) => error.code,
      );
  expect(await call()).toBe('works');
  proxy.close();
  for (let n = 0; n < 5; n += 1) expect(await call()).toBe('OVERLOADED');
  proxy.open();
  expect(await call()).toBe('works');
});

it.each(['read', 'write'] as const)(
  'a statement on a connection to %s that has gone silent fails after half a minute, and the next one has another connection',
  async (access) => {
    const { url } = parts.use(await createTestDatabase('empty'));
    const proxy = await proxyTo(url ?? '');
    const pool = postgresPool(proxy.url, 1, access, createLog('silent'));
    parts.defer(() => pool.end());
    const queries = queriesAmong(pool);
    const ask = () => sql`select 1 as one`.execute(queries);
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    const silent = proxy.silence();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    parts.defer(() => void vi.useRealTimers());
    const asked = ask();
    await silent;
    vi.advanceTimersByTime(30_000);
    await expect(asked).rejects.toMatchObject({ name: 'Failure', code: 'OVERLOADED' });
    vi.useRealTimers();
    expect((await ask()).rows).toEqual([{ one: 1 }]);
  },
);
