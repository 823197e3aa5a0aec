import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../src/platform/db/migrations/index.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { createLog } from '../src/platform/log.ts';
import { temporaryDir } from './temporary-dir.ts';

const name = 'duet.db';
let made: Promise<Buffer> | undefined;

/** Puts an empty SQLite database with Duet's tables into a data folder; they are made once for all files that this process runs. */
export async function putMigratedFile(dataDir: string): Promise<void> {
  made ??= migrate();
  writeFileSync(join(dataDir, name), await made, { mode: 0o600 });
}

async function migrate(): Promise<Buffer> {
  using dir = temporaryDir();
  const log = createLog('silent');
  const options = { dataDir: dir.path, migrations, log, onDiskFailure: () => {}, exclusive: true };
  await (await openDatabase(options))[Symbol.asyncDispose]();
  return readFileSync(join(dir.path, name));
}
