import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { freshKeys, unwrapKeys, wrapKeys } from './sealing.ts';

/** https://age-encryption.org/v1: the base-2 logarithm of scrypt's cost stands behind the salt. */
const costOf = (wrapped: Uint8Array) =>
  /^-> scrypt \S+ (\d+)$/m.exec(Buffer.from(wrapped).toString('latin1'))?.[1];

it('keys of a repository are opened by the passphrase alone', async () => {
  const keys = await freshKeys();
  const wrapped = await wrapKeys(keys, 'correct horse');
  expect(await unwrapKeys(wrapped, 'correct horse')).toEqual(keys);
  await expect(unwrapKeys(wrapped, 'Correct horse')).rejects.toThrow('not the one');
  // In tests; see quick-passwords.ts.
  expect(costOf(wrapped)).toBe('9');
});

it('a passphrase costs the whole work that age asks for', () => {
  // In a process of its own, without what makes passphrases quick for tests.
  const program = `
    import { freshKeys, wrapKeys } from ${JSON.stringify(new URL('sealing.ts', import.meta.url).href)};
    process.stdout.write(await wrapKeys(await freshKeys(), 'correct horse'));`;
  using folder = temporaryDir();
  const file = join(folder.path, 'wrap.mjs');
  writeFileSync(file, program);
  const env = { ...process.env, NODE_OPTIONS: '' };
  expect(costOf(execFileSync(process.execPath, [file], { env }))).toBe('18');
});
