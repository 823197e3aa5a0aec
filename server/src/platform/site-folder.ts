import { existsSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from './config/config.ts';

/** There is no site where the settings point; the sentence says where was looked. */
class NoSite extends Error {
  override readonly name = 'NoSite';
}

const wayOut = 'Set DUET_DATA_DIR to the folder of your site; `npm start` makes a new one.';

/** Part of a site, which must not be taken for the whole. */
export const unfinishedMove = (): NoSite =>
  new NoSite(
    'A site is being moved here, and not all of it has come. Run `npm run duet -- move --to …` at its former place to the end.',
  );

/** In a database server the tables may be missing although the folder is a site's. */
export const noTables = (): NoSite =>
  new NoSite('There is no site in the database of DUET_DATABASE_URL: it has no tables of Duet.');

/**
 * Throws a `NoSite` where the data folder is not one that a server has made. Changes nothing. A site whose secrets are in its
 * database has nothing there that could be missing.
 */
export function requireSite({
  dataDir,
  databaseUrl,
  secretKey,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>): void {
  if (secretKey !== null) return;
  requireWholeFolder({ dataDir, databaseUrl, secretKey });
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder && !folder.isDirectory()) {
    throw new NoSite(`DUET_DATA_DIR is a file where it should be a folder: ${dataDir}.`);
  }
  if (!folder) {
    throw new NoSite(`There is no site in ${dataDir}: the folder is not there. ${wayOut}`);
  }
  const file = databaseUrl === null ? 'duet.db' : 'secrets.json';
  // Unlike `existsSync` it fails where it may not look, in place of saying no.
  if (!statSync(join(dataDir, file), { throwIfNoEntry: false })) {
    throw new NoSite(`There is no site in ${dataDir}: it has no ${file}. ${wayOut}`);
  }
}

/** The folder itself where the setting names a link to it, also one whose target is not there. */
export function realFolder(dataDir: string): string {
  try {
    return realpathSync(dataDir);
  } catch {
    try {
      return resolve(dirname(dataDir), readlinkSync(dataDir));
    } catch {
      return dataDir;
    }
  }
}

/** Where a restore makes the new data folder before it takes the old one's place. */
export const restoringFolder = (dataDir: string): string => `${realFolder(dataDir)}-restoring`;

/**
 * Throws where a restore stopped and left no site behind: before it had moved the new folder to its name, or with nothing
 * in that place to begin with. A start would make an empty site there.
 */
export function requireWholeFolder({
  dataDir,
  databaseUrl,
  secretKey,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>): void {
  const restoring = restoringFolder(dataDir);
  if (!existsSync(restoring)) return;
  const secrets = secretKey === null ? ['secrets.json'] : [];
  const parts = databaseUrl === null ? ['duet.db'] : [...secrets, 'media'];
  if (parts.every((part) => existsSync(join(dataDir, part)))) return;
  throw new NoSite(
    `A restore into ${dataDir} was interrupted before its end, and there is no site. Run \`npm run duet -- restore\` with the same backup again to end it, or delete ${restoring} to begin without it.`,
  );
}

/** What to say of a restore that stopped earlier and changed nothing; null where there was none. */
export function leftoverRestore(dataDir: string): string | null {
  const folder = restoringFolder(dataDir);
  if (!existsSync(folder)) return null;
  return `A restore did not end; the site is as it was before. Run it again, or delete what it left in ${folder}.`;
}
