import type { Database } from '../db/database.ts';
import { findWrapped, replaceWrapped } from './store.ts';
import { unwrap, wrap } from './wrap.ts';

/**
 * Encrypts the secrets of a site anew with `key`, where only `formerKey` opens them; the secrets themselves stay. Answers
 * whether it did: false where `key` opens them already.
 * @throws Error with a sentence where there are none, or neither key opens them
 */
export async function rewrapSecrets(db: Database, key: Buffer, formerKey: Buffer | null): Promise<boolean> {
  return db.write(async (tx) => {
    const row = await findWrapped(tx);
    if (!row)
      throw new Error('There are no secrets in the database yet. The first server to start makes them.');
    if (unwrap(row.wrapped, key) !== null) return false;
    const text = formerKey && unwrap(row.wrapped, formerKey);
    if (!text)
      throw new Error('Neither DUET_SECRET_KEY nor DUET_SECRET_KEY_OLD opens the secrets in the database.');
    await replaceWrapped(tx, { ...row, wrapped: wrap(text, key) });
    return true;
  });
}
