import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { ageSealing, freshKeys, unwrapKeys, wrapKeys } from './sealing.ts';

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

it('content is encrypted, and only the keys of the repository open it', async () => {
  const keys = await freshKeys();
  const sealing = await ageSealing(keys);
  expect(sealing.isEncrypted).toBe(true);
  const content = Buffer.from('By the lake. '.repeat(20_000));
  const sealed = await buffer(await sealing.seal(Readable.from([content])));
  expect(sealed.toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n');
  expect(sealed.includes('By the lake.')).toBe(false);
  const opened = async (by: typeof keys) =>
    buffer(await (await ageSealing(by)).open(Readable.from([sealed])));
  expect(content.equals(await opened(keys))).toBe(true);
  await expect(opened(await freshKeys())).rejects.toThrow();
});

it('an object has the same name at every backup, which tells nobody without the key what it is', async () => {
  const keys = await freshKeys();
  const sum = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  const name = createHmac('sha256', Buffer.from(keys.nameKey, 'base64url')).update(sum).digest('hex');
  expect((await ageSealing(keys)).nameOf(sum)).toBe(name);
});
