import { execFileSync } from 'node:child_process';
import { argon2Sync, createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { Passwords } from './passwords.ts';
import { formatPhc, type Phc, parsePhc } from './phc.ts';

const password = 'Secret!1';
const pepper = 'p'.repeat(43);
const passwords = new Passwords(pepper);
const others = new Passwords('q'.repeat(43));

const parts = async () => {
  const own = parsePhc(await passwords.hash(password));
  if (!own) throw new Error('not a PHC string');
  return own;
};

const tagOf = (message: string | Buffer, { memory, passes, parallelism, salt: nonce }: Phc) =>
  argon2Sync('argon2id', { message, nonce, parallelism, tagLength: 32, memory, passes });

/** As it was stored before there was a pepper. */
async function unpeppered(): Promise<string> {
  const phc = { ...(await parts()), keyId: null };
  return formatPhc({ ...phc, tag: tagOf(password, phc) });
}

describe('hash', () => {
  it('writes argon2id with the settings of security.md', async () => {
    const stored = await passwords.hash(password);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1,keyid=[A-Za-z0-9+/]{8}\$[^$]{22}\$[^$]{43}$/);
    expect(stored).not.toContain(password);
  });

  it('costs the whole memory that it says', () => {
    // In a process of its own, without what makes hashes quick for tests.
    const program = `
      import { argon2Sync, createHmac } from 'node:crypto';
      import { Passwords } from ${JSON.stringify(new URL('passwords.ts', import.meta.url).href)};
      import { parsePhc } from ${JSON.stringify(new URL('phc.ts', import.meta.url).href)};
      const { memory, passes, parallelism, salt: nonce, tag } = parsePhc(await new Passwords('pepper').hash('secret'));
      const message = createHmac('sha256', 'pepper').update('secret').digest();
      const parameters = { message, nonce, parallelism, tagLength: tag.length, memory, passes };
      const again = argon2Sync('argon2id', parameters);
      process.stdout.write(JSON.stringify([memory, again.equals(tag)]));`;
    using folder = temporaryDir();
    const file = join(folder.path, 'hash.mjs');
    writeFileSync(file, program);
    const env = { ...process.env, NODE_OPTIONS: '' };
    expect(JSON.parse(execFileSync(process.execPath, [file], { env, encoding: 'utf8' }))).toEqual([
      47_104,
      true,
    ]);
  });

  it('mixes the pepper in, and names it by 48 bits of its SHA-256', async () => {
    const phc = await parts();
    const sum = createHash('sha256').update(`duet pepper id ${pepper}`).digest();
    expect(phc.keyId).toBe(sum.subarray(0, 6).toString('base64'));
    expect(phc.tag).toEqual(tagOf(createHmac('sha256', pepper).update(password).digest(), phc));
  });

  it('salts: the same password twice is two hashes', async () => {
    expect(await passwords.hash(password)).not.toBe(await passwords.hash(password));
  });
});

describe('verify', () => {
  it('knows the right one from a wrong one', async () => {
    const stored = await passwords.hash(password);
    expect(await passwords.verify(password, stored)).toBe(true);
    expect(await passwords.verify('Secret!2', stored)).toBe(false);
    expect(await passwords.verify(`${password} `, stored)).toBe(false);
  });

  it('uses every character of a long one', async () => {
    const long = `A!${'x'.repeat(126)}`;
    const stored = await passwords.hash(long);
    expect(await passwords.verify(`${long.slice(0, -1)}y`, stored)).toBe(false);
  });

  it('takes composed and decomposed characters as the same', async () => {
    const stored = await passwords.hash('Pârolă!'.normalize('NFD'));
    expect(await passwords.verify('Pârolă!'.normalize('NFC'), stored)).toBe(true);
  });

  it('does the same work where there is nothing to verify', async () => {
    const before = passwords.computed;
    expect(await passwords.verify(password, null)).toBe(false);
    expect(await passwords.verify(password, 'rubbish')).toBe(false);
    expect(passwords.computed).toBe(before + 2);
  });

  it('fails under another pepper', async () => {
    const stored = await passwords.hash(password);
    expect(await others.verify(password, stored)).toBe(false);
  });

  it('knows the right one where no pepper went in', async () => {
    const stored = await unpeppered();
    expect(stored).toMatch(/,p=1\$/);
    expect(await passwords.verify(password, stored)).toBe(true);
    expect(await passwords.verify('Secret!2', stored)).toBe(false);
  });
});

describe('isVerifiable', () => {
  it('says no where another pepper went in, and of what is no hash', async () => {
    expect(passwords.isVerifiable(await passwords.hash(password))).toBe(true);
    expect(passwords.isVerifiable(await unpeppered())).toBe(true);
    expect(passwords.isVerifiable(await others.hash(password))).toBe(false);
    expect(passwords.isVerifiable('rubbish')).toBe(false);
  });
});

describe('needsRehash', () => {
  it('is content with what is written today', async () => {
    expect(passwords.needsRehash(await passwords.hash(password))).toBe(false);
  });

  it.each([
    { memory: 19_456 },
    { passes: 2 },
    { parallelism: 2 },
    { keyId: null },
    { salt: Buffer.alloc(8) },
    { tag: Buffer.alloc(16) },
  ])('asks for another hash after a change of settings: %j', async (former) => {
    expect(passwords.needsRehash(formatPhc({ ...(await parts()), ...former }))).toBe(true);
  });

  it('asks for another one in the place of what is no hash', () => {
    expect(passwords.needsRehash('rubbish')).toBe(true);
  });
});

describe('parsePhc', () => {
  it('reads what it writes', async () => {
    const stored = await passwords.hash(password);
    const phc = parsePhc(stored);
    expect(phc && formatPhc(phc)).toBe(stored);
  });

  it.each(['', '$2b$10$abc', '$argon2i$v=19$m=1,t=1,p=1$aa$aa', '$argon2id$v=19$m=47104,t=1,p=1$salt'])(
    'does not read %j',
    (text) => expect(parsePhc(text)).toBeNull(),
  );
});
