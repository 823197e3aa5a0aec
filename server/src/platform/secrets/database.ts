import type { Database } from '../db/database.ts';
import { findSecrets } from './file.ts';
import { freshSecrets, readSecrets, type Secrets } from './secrets.ts';
import { findWrapped, hasPeople, insertWrapped } from './store.ts';
import { unwrap, wrap } from './wrap.ts';

interface SharedSecrets {
  readonly db: Database;
  /** 32 bytes, of DUET_SECRET_KEY. */
  readonly key: Buffer;
  /** The one before, of DUET_SECRET_KEY_OLD, which still opens them. */
  readonly formerKey?: Buffer | null;
  /** Where the secrets of a site lie that had a folder before. */
  readonly dataDir: string;
}

/**
 * The secrets that all servers of a database share, encrypted with `key`. The first server to start puts them there: those
 * of its data folder where it has any, else new ones. Throws a sentence for whoever starts it where the key is another one,
 * and where new ones would lock out the people that there are.
 */
export async function sharedSecrets({ db, key, formerKey, dataDir }: SharedSecrets): Promise<Secrets> {
  const row =
    (await findWrapped(db.read)) ??
    (await db.write(async (tx) => {
      const there = await findWrapped(tx);
      if (there) return there;
      const former = findSecrets(dataDir);
      if (!former && (await hasPeople(tx))) throw new Error(elsewhere(dataDir));
      const wrapped = wrap(JSON.stringify(former ?? freshSecrets()), key);
      const made = { id: 1, wrapped, created_at: Date.now() } as const;
      await insertWrapped(tx, made);
      return made;
    }));
  const text = unwrap(row.wrapped, key) ?? (formerKey ? unwrap(row.wrapped, formerKey) : null);
  if (text === null) {
    throw new Error(
      'The secrets of the site in DUET_DATABASE_URL were encrypted with another DUET_SECRET_KEY. Set the one that its other servers have.',
    );
  }
  const secrets = readSecrets(text);
  if (!secrets) throw new Error('The secrets in the database are damaged. Restore a backup of it.');
  return secrets;
}

const elsewhere = (dataDir: string): string =>
  `The site in DUET_DATABASE_URL has people, whose passwords need the secrets.json of the server that it had. Copy that file to ${dataDir} for the first start with DUET_SECRET_KEY: its secrets are then taken into the database.`;
