import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { keepOwner } from '../keep-owner.ts';
import { freshPushKey, freshSecrets, readSecrets, type Secrets, secretsShape } from './secrets.ts';

export const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json');

/** Makes the data folder and keeps everybody else on the machine out of it. */
export function prepareDataDir(dataDir: string): void {
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
}

/** The site's secrets, made on the first start. Refuses a file that others can read. */
export function loadSecrets(dataDir: string): Secrets {
  const path = secretsFile(dataDir);
  createOnce(path);
  const { mode } = statSync(path);
  if ((mode & 0o077) !== 0) {
    throw new Error(`${path} can be read by other users of this machine. Run: chmod 600 ${path}`);
  }
  addPushKey(path);
  const secrets = readSecrets(readFileSync(path, 'utf8'));
  if (!secrets) throw new Error(`${path} is damaged. Restore it from a backup with secrets.`);
  return secrets;
}

/** Those of the data folder, where it has any. */
export const findSecrets = (dataDir: string): Secrets | null =>
  existsSync(secretsFile(dataDir)) ? loadSecrets(dataDir) : null;

/** Whole or not at all, also when the power goes; of two that try, one file stays. */
function createOnce(path: string): void {
  if (existsSync(path)) return;
  const draft = draftOf(path, freshSecrets());
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Lays down the secrets of a site that comes from elsewhere. */
export const replaceSecrets = (dataDir: string, secrets: Secrets): void =>
  renameSync(draftOf(secretsFile(dataDir), secrets), secretsFile(dataDir));

/** Sites that were begun before there were notifications get their key at the next start. */
function addPushKey(path: string): void {
  const kept = parsed(readFileSync(path, 'utf8'));
  if (
    !secretsShape.omit({ pushKey: true }).safeParse(kept).success ||
    Object.hasOwn(kept as object, 'pushKey')
  )
    return;
  renameSync(draftOf(path, { ...(kept as object), pushKey: freshPushKey() }), path);
}

/** Written and flushed beside the file whose place it takes. */
function draftOf(path: string, secrets: object): string {
  // Not the process's id: in a container the next process has the same, and would find what a dead one left.
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, `${JSON.stringify(secrets, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  keepOwner(draft);
  return draft;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
