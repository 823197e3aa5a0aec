import pg from 'pg';
import { isLoopback } from '../../ip-addresses.ts';
import type { Log } from '../../log.ts';

const { int8, numeric } = { int8: 20, numeric: 1700 };

/** Counts, sums and times leave PostgreSQL as 64-bit numbers; none of Duet's passes 2^53. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format as 'text');
  },
};

const sessionSettings = {
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '3s',
} as const;

/** To another machine with TLS and a checked certificate, unless the address says otherwise. */
export function secured(url: string): URL {
  const address = new URL(url);
  const { searchParams, hostname } = address;
  const host = (searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, '');
  const local = host === '' || host.startsWith('/') || isLoopback(host);
  if (!local && !searchParams.has('sslmode')) searchParams.set('sslmode', 'verify-full');
  return address;
}

/** The address of a pool's connections, with the limits of a session. */
export function connectionAddress(url: string, access: 'write' | 'read'): string {
  const settings = { ...sessionSettings, default_transaction_read_only: access === 'read' ? 'on' : 'off' };
  const address = secured(url);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const given = address.searchParams.get('options');
  address.searchParams.set('options', [given, ...options].filter(Boolean).join(' '));
  return address.toString();
}

interface PoolOptions {
  /**
   * How long a statement is waited for; 0 where it may take as long as it likes. PostgreSQL has ended it long before, and all that
   * went ahead of it: a machine that is silent for so long is gone, which the network may not tell for hours.
   */
  readonly silenceMs?: number;
}

/** Connections with the limits of security.md §5; those of a `read` pool cannot write. */
export function postgresPool(
  url: string,
  size: number,
  access: 'write' | 'read',
  log: Log,
  { silenceMs = 30_000 }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    query_timeout: silenceMs,
    connectionString: connectionAddress(url, access),
    max: size,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types,
    application_name: 'duet',
    // What begins a transaction goes out with its first statement.
    pipeline: access === 'write',
  });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle PostgreSQL connection broke'));
  // One that breaks while it is used, between two statements of a transaction, fails the next statement; so would it end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
