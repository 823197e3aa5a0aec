import type { Context } from '../../platform/context.ts';
import { listPasswordHashes } from '../store.ts';

/** Of how many people the password can be verified with the keys of this site, and of how many it cannot. */
export async function countPasswords({ db, passwords }: Context): Promise<{ kept: number; lost: number }> {
  const hashes = await listPasswordHashes(db.scan);
  const kept = hashes.filter((hash) => passwords.isVerifiable(hash)).length;
  return { kept, lost: hashes.length - kept };
}
