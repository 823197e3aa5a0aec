import { createECDH, randomBytes, randomUUID } from 'node:crypto';
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
import { z } from 'zod';
import { keepOwner } from './keep-owner.ts';

const key = z.string().regex(/^[\w-]{43}$/);

const shape = z.object({
  /** Signs the addresses of media that are not public. */
  mediaKey: key,
  /** The one before, still accepted for as long as its signatures may be in use. */
  formerMediaKey: key.optional(),
  /** Mixed into every password hash, so that the database alone is not enough to guess at them. */
  pepper: key,
  /** Salts the daily hash that tells guests without a `viewerId` apart. */
  visitorKey: key,
  /** Signs what is sent to push services (VAPID): a private key of P-256. */
  pushKey: key,
});

/** 256-bit keys, base64url. */
export type Secrets = Readonly<z.output<typeof shape>>;

const freshKey = (): string => randomBytes(32).toString('base64url');

/** A private key of P-256, always at its full 32 bytes. */
function freshPushKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
}

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
  const secrets = shape.safeParse(parsed(readFileSync(path, 'utf8')));
  if (!secrets.success) throw new Error(`${path} is damaged. Restore it from a backup with secrets.`);
  return secrets.data;
}

/** Whole or not at all, also when the power goes; of two that try, one file stays. */
function createOnce(path: string): void {
  if (existsSync(path)) return;
  const draft = draftOf(path, {
    mediaKey: freshKey(),
    pepper: freshKey(),
    visitorKey: freshKey(),
    pushKey: freshPushKey(),
  });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Sites that were begun before there were notifications get their key at the next start. */
function addPushKey(path: string): void {
  const kept = parsed(readFileSync(path, 'utf8'));
  if (!shape.omit({ pushKey: true }).safeParse(kept).success || Object.hasOwn(kept as object, 'pushKey'))
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
