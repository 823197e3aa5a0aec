import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DemoAccount } from './seed-people.ts';

const shape = z.array(
  z.object({ username: z.string(), password: z.string(), role: z.enum(['admin', 'user']) }),
);

const pathIn = (dataDir: string): string => join(dataDir, 'demo-accounts.json');

/** The accounts of the demo in this folder, so that later starts can tell them too; null where there is no demo. */
export function readAccounts(dataDir: string): readonly DemoAccount[] | null {
  const path = pathIn(dataDir);
  return existsSync(path) ? shape.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
}

/** Readable by the keeper only. */
export function writeAccounts(dataDir: string, accounts: readonly DemoAccount[]): void {
  writeFileSync(pathIn(dataDir), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
}
