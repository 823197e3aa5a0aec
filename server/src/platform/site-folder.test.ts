import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { requireWholeFolder, restoringFolder } from './site-folder.ts';

it('a restore that was killed keeps no whole site from its start, wherever its secrets lie', () => {
  using dir = temporaryDir();
  const dataDir = join(dir.path, 'site');
  mkdirSync(join(dataDir, 'media'), { recursive: true });
  mkdirSync(restoringFolder(dataDir));
  const databaseUrl = 'postgres://duet@localhost/duet';
  const start = (secretKey: Buffer | null) => () => requireWholeFolder({ dataDir, databaseUrl, secretKey });
  // With DUET_SECRET_KEY they are in the database.
  expect(start(Buffer.alloc(32, 7))).not.toThrow();
  expect(start(null)).toThrow('was interrupted before its end');
  writeFileSync(join(dataDir, 'secrets.json'), '{}');
  expect(start(null)).not.toThrow();
  rmSync(join(dataDir, 'media'), { recursive: true });
  expect(start(Buffer.alloc(32, 7))).toThrow('was interrupted before its end');
});
