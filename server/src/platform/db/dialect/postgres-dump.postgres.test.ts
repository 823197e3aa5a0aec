import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import { migrations } from '../migrations/index.ts';
import { openDatabase } from '../open.ts';
import { dumpEnvironment } from './postgres-dump.ts';

beforeEach(() => {
  vi.stubEnv('PGSSLROOTCERT', undefined);
});
afterEach(() => vi.unstubAllEnvs());

/** A program named pg_dump, in place of PostgreSQL's, which is not among the packages: it writes down how it was called. */
function pgDump(folder: string, ending: string): void {
  const program = join(folder, 'pg_dump');
  writeFileSync(
    program,
    `#!/bin/sh\nfor word in "$@"; do case "$word" in --file=*) file="\${word#--file=}";; esac; done\necho "$PGHOST $PGDATABASE $*" > "$file"\n${ending}\n`,
  );
  chmodSync(program, 0o700);
  vi.stubEnv('PATH', `${folder}${delimiter}/usr/bin${delimiter}/bin`);
}

async function update(url: string | null, dumpDir: string, later: Record<string, () => Promise<void>>) {
  const options = { dataDir: '', url: url ?? '', log: createLog('silent'), onDiskFailure: () => {}, dumpDir };
  await using _opened = await openDatabase({
    ...options,
    migrations: { ...migrations, ...later },
    exclusive: true,
  });
}

it('an update dumps the database first where that is asked for, and a start without one does not', async () => {
  using dir = temporaryDir();
  const folder = join(dir.path, 'dumps');
  await using database = await createTestDatabase();
  pgDump(dir.path, 'exit 0');
  await update(database.url, folder, {});
  expect(existsSync(folder)).toBe(false);
  await update(database.url, folder, { '9998_later': async () => {} });
  const [name = '', ...others] = readdirSync(folder);
  expect([/^before-update-.+\.pgdump$/.test(name), others]).toEqual([true, []]);
  const called = readFileSync(join(folder, name), 'utf8');
  expect(called).toContain(new URL(database.url ?? '').pathname.slice(1));
  expect(called).toContain('--format=custom');
  expect(called).not.toContain('postgres:');
});

it('no table is changed where the dump fails', async () => {
  using dir = temporaryDir();
  const folder = join(dir.path, 'dumps');
  await using database = await createTestDatabase();
  pgDump(dir.path, 'echo "pg_dump: error: server version mismatch" >&2; exit 1');
  const ran: string[] = [];
  const later = { '9998_later': async () => void ran.push('later') };
  await expect(update(database.url, folder, later)).rejects.toThrow(
    /none could be made: pg_dump: error: server version/,
  );
  pgDump(dir.path, 'echo "pg_dump: error: SSL error: certificate verify failed" >&2; exit 1');
  await expect(update(database.url, folder, later)).rejects.toThrow(
    /verify failed\. Nothing was changed\. Name .+ sslrootcert=…/,
  );
  vi.stubEnv('PATH', dir.path.replace(/$/, '/empty'));
  await expect(update(database.url, folder, later)).rejects.toThrow(/there is no pg_dump on this machine/);
  expect(ran).toEqual([]);
});

it('hands the address to pg_dump without a word that others could read', () => {
  const url = 'postgres://du%40et:p%3Ass@[::1]:5433/si%20te?sslmode=verify-full&application_name=x';
  expect(dumpEnvironment(url)).toEqual({
    PGHOST: '::1',
    PGPORT: '5433',
    PGUSER: 'du@et',
    PGPASSWORD: 'p:ss',
    PGDATABASE: 'si te',
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: 'system',
  });
});

it('has pg_dump check the certificate as the connections of the server do', () => {
  const tls = (address: string) => {
    const { PGSSLMODE, PGSSLROOTCERT } = dumpEnvironment(`postgres://duet:x@${address}`);
    return [PGSSLMODE, PGSSLROOTCERT];
  };
  expect(tls('db.example.org/duet')).toEqual(['verify-full', 'system']);
  expect(tls('db.example.org/duet?sslmode=require')).toEqual(['verify-full', 'system']);
  expect(tls('db.example.org/duet?sslrootcert=/etc/ca.pem')).toEqual(['verify-full', '/etc/ca.pem']);
  expect(tls('db.example.org/duet?sslmode=disable')).toEqual(['disable', undefined]);
  expect(tls('db.example.org/duet?sslmode=no-verify')).toEqual(['require', undefined]);
  expect(tls('db.example.org/duet?sslmode=require&uselibpqcompat=true')).toEqual(['require', undefined]);
  expect(tls('127.0.0.1/duet')).toEqual([undefined, undefined]);
  expect(tls('localhost/duet?host=/run/postgresql')).toEqual([undefined, undefined]);
});
