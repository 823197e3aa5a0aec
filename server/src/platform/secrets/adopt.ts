import type { Database } from '../db/database.ts';
import { findSecrets, replaceSecrets } from './file.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { findWrapped, replaceWrapped } from './store.ts';
import { unwrap, wrap } from './wrap.ts';

interface Place {
  readonly db: Database;
  /** 32 bytes, of DUET_SECRET_KEY; null where the secrets are a file of the data folder. */
  readonly secretKey: Buffer | null;
  /** The key before `secretKey`, which may still open them. */
  readonly formerSecretKey?: Buffer | null;
  readonly dataDir: string;
}

/** The secrets that lie at a place; null where there are none, or none that this key opens. */
export async function secretsAt({ db, secretKey, formerSecretKey, dataDir }: Place): Promise<Secrets | null> {
  if (secretKey === null) return findSecrets(dataDir);
  const row = await findWrapped(db.read);
  const text =
    row && (unwrap(row.wrapped, secretKey) ?? (formerSecretKey && unwrap(row.wrapped, formerSecretKey)));
  return text ? readSecrets(text) : null;
}

/** Lays the secrets of a site down at a place, over those that lie there: passwords are worth nothing without their own. */
export async function adoptSecrets({ db, secretKey, dataDir }: Place, secrets: Secrets): Promise<void> {
  if (secretKey === null) return replaceSecrets(dataDir, secrets);
  const wrapped = wrap(JSON.stringify(secrets), secretKey);
  await db.write((tx) => replaceWrapped(tx, { id: 1, wrapped, created_at: Date.now() }));
}
