import { audit } from '../accounts/audit.ts';
import type { Context } from '../platform/context.ts';
import type { Manifest } from './manifest.ts';
import { readFacts } from './store.ts';

/** Files that the restored database says are there and the store has not, or not in their size. */
export async function findMissingFiles(context: Context): Promise<string[]> {
  const missing: string[] = [];
  for (const { path, sum } of (await readFacts(context.db.scan)).files) {
    const found = await context.storage.stat(path);
    if (!found || (sum !== null && sum.size !== found.size)) missing.push(path);
  }
  return missing;
}

/** Writes down that the site is another moment's from here on. */
export async function noteRestore(context: Context, { createdAt, files, database }: Manifest): Promise<void> {
  const details = { of: createdAt, files: files.length, database: database !== null };
  await context.db.write((tx) =>
    audit(context, tx, { actorId: null, action: 'restore', subjectId: null, details, address: '' }),
  );
}
