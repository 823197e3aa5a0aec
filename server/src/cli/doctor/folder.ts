import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Config } from '../../platform/config/config.ts';
import { secretsFile } from '../../platform/secrets/file.ts';
import { leftoverRestore, requireSite } from '../../platform/site-folder.ts';
import { type Finding, fault, note, ok } from './finding.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>;

/**
 * Whether the data folder is a site's, whose it is, and who can look into it. Where the secrets are in the database it need
 * not be there yet.
 */
export async function checkFolder(place: Place): Promise<Finding[]> {
  const { dataDir } = place;
  if (place.secretKey !== null)
    return [ok('keys', 'They are in the database, encrypted with DUET_SECRET_KEY.')];
  try {
    requireSite(place);
  } catch (error) {
    const mend = 'Start the server once to make a site, or point DUET_DATA_DIR to the one that there is.';
    return [fault('data folder', (error as Error).message, mend)];
  }
  const findings = [...(await rightsOf(dataDir)), ...(await secretsOf(dataDir))];
  const leftover = leftoverRestore(dataDir);
  if (leftover !== null) findings.push(note('data folder', leftover));
  return findings;
}

async function rightsOf(dataDir: string): Promise<Finding[]> {
  const { mode, uid } = await stat(dataDir);
  const me = process.getuid?.();
  const writable = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) {
    const mend = `Run this as the server's account, or: chown -R ${me} ${dataDir}`;
    return [fault('data folder', `${dataDir} may not be written by this account.`, mend)];
  }
  if ((mode & 0o077) !== 0) {
    return [fault('data folder', `${dataDir} can be read by other accounts.`, `Run: chmod 700 ${dataDir}`)];
  }
  if (me === 0 && uid !== 0) {
    return [note('data folder', `${dataDir} belongs to account ${uid}; this was run by root.`)];
  }
  return [ok('data folder', `${dataDir} is this account's alone.`)];
}

/** Whether the keys are there and nobody else's; their content is not looked at. */
async function secretsOf(dataDir: string): Promise<Finding[]> {
  const path = secretsFile(dataDir);
  const found = await stat(path).catch(() => null);
  if (!found) {
    const mend = 'Put the one of the last backup there: without it nobody can sign in with their password.';
    return [fault('keys', `${path} is not there.`, mend)];
  }
  if ((found.mode & 0o077) !== 0) {
    const says = `${path} can be read by other accounts, and the server does not start with it.`;
    return [fault('keys', says, `Run: chmod 600 ${path}`)];
  }
  return [ok('keys', `${path} is readable by its owner alone.`)];
}
