import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import { migrations } from '../migrations/index.ts';
import { openPostgresDatabase } from './postgres.ts';
import { translateError } from './postgres-faults.ts';
import { postgresPool } from './postgres-pool.ts';

let parts = new AsyncDisposableStack();
afterEach(async () => {
  await parts.disposeAsync();
  parts = new AsyncDisposableStack();
});

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
  const real = new URL(url ?? '');
  const sockets = new Set<Socket>();
  let closed = false;
  const proxy = createServer((socket) => {
    if (closed) return void socket.destroy();
    const onward = connect(Number(real.port), real.hostname);
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => {});
    }
    socket.pipe(onward).pipe(socket);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  parts.defer(() => void proxy.close());
  const through = new URL(real);
  through.port = String((proxy.address() as AddressInfo).port);
  const options = {
    dataDir: '',
    migrations,
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: false,
  };
  const database = parts.use(await openPostgresDatabase(options, through.href));
  const call = () =>
    database
      .write((tx) => tx.selectFrom('users').select('id').limit(1).execute())
      .then(
        () => 'works',
        (error: { code?: string }) => error.code,
      );
  expect(await call()).toBe('works');
  closed = true;
  for (const socket of sockets) socket.destroy();
  for (let n = 0; n < 5; n += 1) expect(await call()).toBe('OVERLOADED');
  closed = false;
  expect(await call()).toBe('works');
});
