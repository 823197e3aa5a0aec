import { execFile } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { secured } from './postgres-pool.ts';

const run = promisify(execFile);

/** The variables of libpq for what an address may say beside host, port, account and database. */
const variableOf: Readonly<Record<string, string>> = {
  host: 'PGHOST',
  port: 'PGPORT',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

/**
 * What the connections of the server make of `sslmode`, in libpq's words: the server checks the certificate and the name in it unless it is told
 * not to, libpq only where it is told to.
 */
const modeOf: Readonly<Record<string, string>> = {
  prefer: 'verify-full',
  require: 'verify-full',
  'verify-ca': 'verify-full',
  'no-verify': 'require',
};

/** libpq reads neither the authorities that Node brings nor NODE_EXTRA_CA_CERTS, and before version 16 not those of the machine. */
const otherAuthority = 'Name the file of the authority that signed it by sslrootcert=… in DUET_DATABASE_URL.';

/** The address as an environment for pg_dump: its words could be read by everybody on the machine. */
export function dumpEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = secured(url);
  const values: Record<string, string> = {
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  };
  for (const [name, value] of searchParams) {
    const variable = variableOf[name];
    if (variable !== undefined) values[variable] = value;
  }
  const { PGSSLMODE: mode = '' } = values;
  if (searchParams.get('uselibpqcompat') !== 'true' && mode !== '') values.PGSSLMODE = modeOf[mode] ?? mode;
  // The authorities of the machine; libpq by itself looks for a file in the home folder.
  if (values.PGSSLMODE === 'verify-full') values.PGSSLROOTCERT ||= process.env.PGSSLROOTCERT ?? 'system';
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/**
 * Writes a dump of the database into `folder`, named by the moment (ms), with the pg_dump of the machine; answers its
 * path. It has its name once it is whole. Throws with a sentence where it cannot be made.
 */
export async function dumpPostgres(url: string, folder: string, now: number): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `before-update-${new Date(now).toISOString().replaceAll(':', '-')}.pgdump`);
  try {
    await run('pg_dump', ['--format=custom', '--no-password', `--file=${file}.partial`], {
      env: { ...process.env, ...dumpEnvironment(url) },
    });
  } catch (cause) {
    const { code, stderr = '', message } = cause as Error & { code?: string; stderr?: string };
    const reason =
      code === 'ENOENT' ? 'there is no pg_dump on this machine' : (stderr.trim() || message).split('\n')[0];
    const hint = /certificate/i.test(reason ?? '') ? ` ${otherAuthority}` : '';
    throw new Error(
      `DUET_DUMP_DIR asks for a dump before the tables are changed, and none could be made: ${reason}. Nothing was changed.${hint}`,
      { cause },
    );
  }
  renameSync(`${file}.partial`, file);
  return file;
}
