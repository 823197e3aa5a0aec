import type { Config } from '../../platform/config/config.ts';
import { checkSqliteVersion } from '../../platform/db/dialect/sqlite-settings.ts';
import { type DatabaseState, inspectDatabase } from '../../platform/db/inspect.ts';
import { migrations } from '../../platform/db/migrations/index.ts';
import { timeOf } from '../../platform/ids.ts';
import { startFault } from '../../platform/start-fault.ts';
import { type Finding, fault, note, ok } from './finding.ts';

/** The oldest PostgreSQL that the tests have run on; the present one is 18. */
const oldestPostgres = 15;
/** Clocks that differ by less say the same. */
const toleranceMs = 2000;

/** The database: whether it answers, is whole, fits this program, and what its clock says. */
export async function checkDatabase(config: Config, now = Date.now()): Promise<Finding[]> {
  let state: DatabaseState;
  try {
    state = await inspectDatabase(config);
  } catch (error) {
    const mend =
      config.databaseUrl === null ? 'Restore a backup if it is gone.' : 'Look at DUET_DATABASE_URL.';
    return [fault('database', startFault(error), mend)];
  }
  return [...integrityOf(state), versionOf(state), schemaOf(state), clockOf(state, now)];
}

function integrityOf({ dialect, faults }: DatabaseState): Finding[] {
  if (dialect === 'postgres') {
    if (faults.length === 0) return [ok('database', 'PostgreSQL answers and keeps every answered write.')];
    return faults.map((line) =>
      fault('database', line, 'Change it in postgresql.conf and restart PostgreSQL.'),
    );
  }
  if (faults.length === 0) return [ok('database', 'SQLite finds it whole.')];
  return [fault('database', `It is damaged: ${faults.join('; ')}.`, 'Stop the server and restore a backup.')];
}

function versionOf({ dialect, version }: DatabaseState): Finding {
  if (dialect === 'postgres') {
    const major = Number.parseInt(version, 10);
    if (major >= oldestPostgres) return ok('versions', `PostgreSQL is ${version}.`);
    const says = `PostgreSQL ${version} is older than those that Duet is tested with.`;
    return note('versions', says, `Update it to ${oldestPostgres} or newer.`);
  }
  try {
    checkSqliteVersion(version);
    return ok('versions', `SQLite is ${version}.`);
  } catch (error) {
    return fault('versions', (error as Error).message, 'Use the Node that comes with the packages.');
  }
}

/** Whether the tables are those of this program. */
export function schemaOf({ migrations: done }: Pick<DatabaseState, 'migrations'>): Finding {
  const names = Object.keys(migrations);
  const unknown = [...done].filter((name) => !names.includes(name)).sort();
  if (unknown.length > 0) {
    const says = `The database is newer than this program (it has ${unknown.join(', ')}).`;
    return fault('tables', says, 'Update Duet, or restore a backup of this version.');
  }
  const missing = names.filter((name) => !done.has(name));
  if (missing.length === names.length) {
    return fault('tables', 'The database has no tables of Duet.', 'Start the server once to make them.');
  }
  if (missing.length > 0) {
    return note(
      'tables',
      `The next start of the server brings the tables up to date (${missing.join(', ')}).`,
    );
  }
  return ok('tables', `All ${names.length} migrations are done.`);
}

/** Our clock against the database's, or against the newest thing that was written. */
export function clockOf(
  { clocks, newestIds }: Pick<DatabaseState, 'clocks' | 'newestIds'>,
  now: number,
): Finding {
  const mend = 'Set the clock, best by NTP (`timedatectl set-ntp true`).';
  if (clocks !== null) {
    const offset = Math.round(clocks.here - clocks.database);
    if (Math.abs(offset) > toleranceMs) {
      const ahead = offset > 0 ? 'ahead of' : 'behind';
      return fault('clock', `This machine is ${seconds(offset)} ${ahead} PostgreSQL's.`, mend);
    }
  }
  const newest = Math.max(0, ...newestIds.map((id) => timeOf(id) ?? 0));
  if (newest > now + toleranceMs) {
    return fault('clock', `It is ${seconds(newest - now)} behind what was written last.`, mend);
  }
  return ok(
    'clock',
    clocks === null ? 'It is not behind what was written last.' : "It agrees with PostgreSQL's.",
  );
}

const seconds = (ms: number): string => `${(Math.abs(ms) / 1000).toFixed(1)} s`;
