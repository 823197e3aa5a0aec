import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../platform/context.ts';
import { isClosedSite, isUnfinishedMove } from '../platform/db/closed-site.ts';
import { UniqueViolation } from '../platform/db/violations.ts';
import { adoptSecrets, secretsAt } from '../platform/secrets/adopt.ts';
import { secretsFile } from '../platform/secrets/file.ts';
import { Files } from './files.ts';
import { MoveRefused, withMoveLock } from './move-lock.ts';
import { checksumOf, copyRows, type Ends, pruneRows, tablesOf } from './rows.ts';
import {
  type Checksum,
  findSomeFiles,
  findUnfinishedStore,
  markFinished,
  markUnfinished,
  type Table,
} from './store.ts';
import { closeTables, openTables } from './store-closing.ts';

type Site = Pick<Context, 'db' | 'storage' | 'secrets' | 'config'>;

interface Move {
  readonly from: Site;
  readonly to: Site;
  /** Whether both have one store, so that files need not be moved. */
  readonly sameStore: boolean;
  /** Told of each step in a sentence. */
  readonly say: (line: string) => void;
  /** Ends the move between two batches; what was moved stays, and the site is open again. */
  readonly signal: AbortSignal;
}

/** What was moved, and that it is the same. */
interface Moved {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly sum: string }[];
  readonly files: number;
  /** How long nothing could be written, in ms; null where the move was through before, and only its answer was lost. */
  readonly pauseMs: number | null;
}

/**
 * Moves a site to another database and store. Most of it goes while the site runs; then its tables are closed to writing
 * until the rest has come too. Each table's rows and their checksum, and the SHA-256 of every file, are the same at both ends
 * before it is done. The former place keeps all it had, and stays closed, so that nobody writes to the wrong one.
 *
 * Begun again after it was stopped, at whatever point, it finds what is there and brings the rest.
 * @throws MoveRefused
 */
export const moveSite = (move: Move): Promise<Moved> =>
  withMoveLock(move.from.config, (lost) =>
    moveAlone({ ...move, signal: AbortSignal.any([move.signal, lost]) }),
  );

async function moveAlone({ from, to, sameStore, say, signal }: Move): Promise<Moved> {
  const ends: Ends = { from: from.db, to: to.db };
  const tables = await tablesOf(ends);
  const files = sameStore ? null : new Files({ from: from.storage, to: to.storage });
  const before = await movedBefore(from, to, tables);
  if (before) {
    await bringFiles(files, say, signal);
    return { tables: before, files: files?.count ?? 0, pauseMs: null };
  }
  await requireReceiver(from, to, files);
  // Before the mark: a place that is marked and has other secrets belongs to another site.
  await adoptSecrets({ ...to.config, db: to.db }, from.secrets);
  await to.db.write((tx) => markUnfinished(tx, storeOf(to.config)));
  await reopen(to, tables);
  await bringFiles(files, say, signal);
  for (const table of tables) {
    signal.throwIfAborted();
    const { copied } = await copyRows(ends, table, 'running');
    if (copied > 0) say(`${table.name}: ${copied} rows`);
  }

  const since = performance.now();
  say('The site is closed to writing now; reading goes on.');
  let isWhole = false;
  try {
    await close(from, tables);
    await bringFiles(files, say, signal);
    await files?.prune();
    const same = await bringRows(ends, tables, signal);
    isWhole = true;
    await finish(from, to);
    return { tables: same, files: files?.count ?? 0, pauseMs: performance.now() - since };
  } catch (error) {
    if (!isWhole || (await markAfterFault(to, say))) await reopenAfterFault(from, tables, say);
    throw error;
  }
}

/** How long something is tried again after a fault, and the pauses between the tries. */
const againWithinMs = 60_000;
const againPauseMs = 1000;

/** What failed the move, such as a database that is away, may be in the way of this too, or whoever reads for long. */
async function reopenAfterFault(from: Site, tables: readonly Table[], say: Move['say']): Promise<void> {
  const yet = 'The site cannot be opened to writing yet. This is tried again for a minute.';
  const fault = await tryForAMinute(
    () => reopen(from, tables),
    () => say(yet),
  );
  if (!fault) return say('The site is open to writing again.');
  say(`The site is still closed to writing: ${fault.message}. Open it with npm run duet -- move --reopen`);
}

/**
 * Where the answer to the last step was lost, the other place may be a whole and open site: it is none before this one is opened
 * again, or people write to both. Whether that could be done.
 */
async function markAfterFault(to: Site, say: Move['say']): Promise<boolean> {
  const fault = await tryForAMinute(
    () => to.db.write((tx) => markUnfinished(tx, storeOf(to.config))),
    () => say('The database of --to does not answer. This is tried again for a minute.'),
  );
  if (fault) {
    say(
      `Whether the site has moved is not known, and it stays closed to writing: ${fault.message}. Run the same move again, which ends it.`,
    );
  }
  return fault === null;
}

/** Null once it was done, else with what it failed at last. `notYet` is told once. */
async function tryForAMinute(work: () => Promise<void>, notYet: () => void): Promise<Error | null> {
  const since = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return null;
    } catch (error) {
      if (performance.now() - since > againWithinMs) return error as Error;
      if (tries === 1) notYet();
      await wait(againPauseMs);
    }
  }
}

/**
 * Opens a site to writing whose move is given up.
 * @throws MoveRefused
 */
export const reopenSite = ({ db, config }: Pick<Site, 'db' | 'config'>): Promise<void> =>
  withMoveLock(config, async () => reopen({ db }, await tablesOf({ from: db, to: db })));

/** Calls what was brought a whole site. Throws where the former place took changes meanwhile. */
async function finish(from: Site, to: Site): Promise<void> {
  await requireClosed(from);
  await to.db.write(markFinished);
  await requireClosed(from);
}

async function requireClosed({ db }: Site): Promise<void> {
  if (await isClosedSite(db)) return;
  throw new Error('The site was opened to writing before all had come, so it has not moved. Run it again.');
}

const reopen = ({ db }: Pick<Site, 'db'>, tables: readonly Table[]): Promise<void> =>
  db.write((tx) => openTables(db, tx, tables));

/** What tells one store from another. */
export const storeOf = ({ s3, dataDir }: Site['config']): string =>
  s3 ? `${s3.endpoint} ${s3.bucket}` : dataDir;

/** How often it is tried while long transactions hold the tables. */
const closeTries = 20;

async function close({ db }: Site, tables: readonly Table[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.write((tx) => closeTables(db, tx, tables));
    } catch (error) {
      if (tries === closeTries) throw error;
    }
  }
}

/**
 * What both ends have where a move was killed between its last step and its answer: this end is closed, the other one is open and
 * has the same rows. Null where that is not so.
 */
async function movedBefore(from: Site, to: Site, tables: readonly Table[]): Promise<Moved['tables'] | null> {
  const through =
    (await isClosedSite(from.db)) && !(await isClosedSite(to.db)) && !(await isUnfinishedMove(to.db));
  const secrets = through ? await secretsAt({ ...to.config, db: to.db }) : null;
  if (secrets?.pepper !== from.secrets.pepper) return null;
  const same: { name: string; rows: number; sum: string }[] = [];
  for (const table of tables) {
    const here = await checksumOf(from.db, table);
    if (!here.isSame(await checksumOf(to.db, table))) return null;
    same.push({ name: table.name, rows: here.rows, sum: here.sum });
  }
  return same;
}

/**
 * A place that is empty, or holds this very site: a part of it, or what was left closed when it moved away from there. An empty
 * database may be named beside a store or a folder in use, which has to be found before anything there is replaced or removed.
 */
async function requireReceiver(from: Site, to: Site, files: Files | null): Promise<void> {
  const secrets = await secretsAt({ ...to.config, db: to.db });
  const isOther = secrets !== null && secrets.pepper !== from.secrets.pepper;
  if (await isUnfinishedMove(to.db)) {
    if (isOther) throw new MoveRefused(another);
    const begunWith = await findUnfinishedStore(to.db.read);
    // The store of before may hold what was deleted here since; another one may be that of another site.
    if (begunWith !== null && begunWith !== storeOf(to.config)) await requireNoForeign(files);
    return;
  }
  const people = await to.db.read.selectFrom('users').select('id').limit(1).execute();
  if (people.length === 0) {
    // With DUET_SECRET_KEY they are in that same empty database.
    if (isOther && to.config.secretKey === null) {
      throw new MoveRefused(`${another} Its secrets are ${secretsFile(to.config.dataDir)}.`);
    }
    await requireNoForeign(files);
    return;
  }
  if (secrets?.pepper !== from.secrets.pepper) throw new MoveRefused(another);
  if (!(await isClosedSite(to.db))) {
    throw new MoveRefused(
      'This site is at the place of --to as well, and open there: what was written to it would be lost. Move to an empty place.',
    );
  }
  if (files && !(await hasOwnStore(to))) await requireNoForeign(files);
}

/**
 * Whether a former place is named with the store that it had, by some files that its database lists: what lies there and was
 * deleted since is its own. The database alone may be named beside the store of another site.
 */
async function hasOwnStore({ db, storage }: Site): Promise<boolean> {
  for (const key of await findSomeFiles(db.read)) if (await storage.stat(key)) return true;
  return false;
}

async function requireNoForeign(files: Files | null): Promise<void> {
  const foreign = (await files?.findForeign()) ?? null;
  if (foreign !== null) throw new MoveRefused(`${another} ${foreign} is there and not here.`);
}

const another = 'There is another site at the place of --to. Move to an empty database and store.';

async function bringFiles(files: Files | null, say: Move['say'], signal: AbortSignal): Promise<void> {
  if (!files) return;
  let reported = performance.now();
  const before = files.count;
  const bytes = await files.copy((done) => {
    signal.throwIfAborted();
    if (performance.now() - reported < 5000) return;
    reported = performance.now();
    say(`${done.files} files, ${Math.round(done.bytes / 1e6)} MB so far`);
  });
  if (files.count > before) say(`${files.count} files are the same at both ends; ${bytes} bytes were copied`);
}

/**
 * Brings all rows over while nothing changes here, and answers what both ends then have. Rows that are there and not here are
 * looked for only where the checksums say that there are some.
 */
async function bringRows(
  ends: Ends,
  tables: readonly Table[],
  signal: AbortSignal,
): Promise<Moved['tables']> {
  const here = await copied(ends, tables, signal).catch(async (error: unknown) => {
    if (!(error instanceof UniqueViolation)) throw error;
    // A name that is free here belongs to a row there that is to go.
    for (const table of tables.toReversed()) await pruneRows(ends, table);
    return copied(ends, tables, signal);
  });
  const different: Table[] = [];
  for (const [table, checksum] of here) {
    signal.throwIfAborted();
    if (!checksum.isSame(await checksumOf(ends.to, table))) different.push(table);
  }
  for (const table of different.toReversed()) await pruneRows(ends, table);
  for (const table of different) {
    const [one, other] = [here.get(table), await checksumOf(ends.to, table)];
    if (!one?.isSame(other))
      throw new Error(`${table.name} is not the same: ${one?.rows} rows here, ${other.rows} there`);
  }
  return [...here].map(([{ name }, { rows, sum }]) => ({ name, rows, sum }));
}

async function copied(
  ends: Ends,
  tables: readonly Table[],
  signal: AbortSignal,
): Promise<Map<Table, Checksum>> {
  const here = new Map<Table, Checksum>();
  for (const table of tables) {
    signal.throwIfAborted();
    here.set(table, (await copyRows(ends, table, 'closed')).checksum);
  }
  return here;
}
