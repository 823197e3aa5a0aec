import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** What PostgreSQL needs to count statements. */
export const countsStatements = { shared_preload_libraries: 'pg_stat_statements' } as const;

/** What servers and their database have used so far. */
export interface Usage {
  /** Seconds of processor time of the servers' processes, and of all of PostgreSQL's, to a hundredth each. */
  readonly serverSeconds: number;
  readonly databaseSeconds: number;
  /** Without those that begin and end transactions. */
  readonly statements: number;
  /** Those that changed something. */
  readonly transactions: number;
}

/** Reads it; Linux alone tells it. */
export class UsageMeter implements AsyncDisposable {
  readonly #client: pg.Client;
  readonly #database: string;
  readonly #postmaster: number;

  private constructor(client: pg.Client, database: string, postmaster: number) {
    this.#client = client;
    this.#database = database;
    this.#postmaster = postmaster;
  }

  /** `url` is of a database of that cluster beside the measured one, whose tables stay as they are. */
  static async open(url: string, database: string): Promise<UsageMeter> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create extension if not exists pg_stat_statements');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return new UsageMeter(client, database, statOf(rows[0]?.pid ?? 0).parent);
  }

  async read(servers: readonly { readonly pid: number }[]): Promise<Usage> {
    const { rows } = await this.#client.query<{ statements: number; transactions: number }>(
      `select coalesce(sum(calls) filter (where query !~* '^(begin|start|commit|rollback|set|discard)'), 0)::float8 as statements,
              coalesce(sum(calls) filter (where query ~* '^commit'), 0)::float8 as transactions
       from pg_stat_statements where dbid = (select oid from pg_database where datname = $1)`,
      [this.#database],
    );
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(Number(name)))
      .filter(({ parent }) => parent === this.#postmaster);
    const { seconds, ofEnded } = statOf(this.#postmaster);
    return {
      serverSeconds: servers.reduce((sum, { pid }) => sum + statOf(pid).seconds, 0),
      databaseSeconds: children.reduce((sum, child) => sum + child.seconds, seconds + ofEnded),
      statements: rows[0]?.statements ?? 0,
      transactions: rows[0]?.transactions ?? 0,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
  }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: times are in ticks of a hundredth of a second. */
function statOf(pid: number): { parent: number; seconds: number; ofEnded: number } {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // Ended since it was listed; its parent has its time.
    return { parent: 0, seconds: 0, ofEnded: 0 };
  }
  // The second field is the program's name in parentheses, which may hold spaces.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = (...places: readonly number[]) =>
    places.reduce((sum, place) => sum + (fields[place] ?? 0), 0) / 100;
  return { parent: fields[1] ?? 0, seconds: ticks(11, 12), ofEnded: ticks(13, 14) };
}
