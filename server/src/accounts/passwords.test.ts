import { describe, expect, it } from 'vitest';
import { hashPassword, needsRehash, passwordSemaphore, verifyPassword } from './passwords.ts';
import { formatPhc, parsePhc } from './phc.ts';

const pepper = 'p'.repeat(43);
const password = 'Secret!1';

const parts = async () => {
  const own = parsePhc(await hashPassword(password, pepper));
  if (!own) throw new Error('not a PHC string');
  return own;
};

describe('hashPassword', () => {
  it('writes argon2id with the settings of trust.md', async () => {
    const stored = await hashPassword(password, pepper);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1,keyid=[A-Za-z0-9+/]{8}\$[^$]{22}\$[^$]{43}$/);
    expect(stored).not.toContain(password);
  });

  it('salts: the same password twice is two hashes', async () => {
    expect(await hashPassword(password, pepper)).not.toBe(await hashPassword(password, pepper));
  });
});

describe('verifyPassword', () => {
  it('knows the right one from a wrong one', async () => {
    const stored = await hashPassword(password, pepper);
    expect(await verifyPassword(password, stored, pepper)).toBe(true);
    expect(await verifyPassword('Secret!2', stored, pepper)).toBe(false);
    expect(await verifyPassword(`${password} `, stored, pepper)).toBe(false);
  });

  it('uses every character of a long one', async () => {
    const long = `A!${'x'.repeat(126)}`;
    const stored = await hashPassword(long, pepper);
    expect(await verifyPassword(`${long.slice(0, -1)}y`, stored, pepper)).toBe(false);
  });

  it('takes composed and decomposed characters as the same', async () => {
    const stored = await hashPassword('Pârolă!'.normalize('NFD'), pepper);
    expect(await verifyPassword('Pârolă!'.normalize('NFC'), stored, pepper)).toBe(true);
  });

  it('does the same work where there is nothing to verify', async () => {
    const before = passwordSemaphore.finished;
    expect(await verifyPassword(password, null, pepper)).toBe(false);
    expect(await verifyPassword(password, 'rubbish', pepper)).toBe(false);
    expect(passwordSemaphore.finished).toBe(before + 2);
  });

  it('fails under another pepper', async () => {
    const stored = await hashPassword(password, pepper);
    expect(await verifyPassword(password, stored, 'q'.repeat(43))).toBe(false);
  });
});

describe('needsRehash', () => {
  it('is content with what is written today', async () => {
    expect(needsRehash(await hashPassword(password, pepper), pepper)).toBe(false);
  });

  it.each([
    { memory: 19_456 },
    { passes: 2 },
    { parallelism: 2 },
    { keyId: null },
    { salt: Buffer.alloc(8) },
  ])('asks for another hash after a change of settings: %j', async (former) => {
    expect(needsRehash(formatPhc({ ...(await parts()), ...former }), pepper)).toBe(true);
  });
});

describe('parsePhc', () => {
  it('reads what it writes', async () => {
    const stored = await hashPassword(password, pepper);
    const phc = parsePhc(stored);
    expect(phc && formatPhc(phc)).toBe(stored);
  });

  it.each(['', '$2b$10$abc', '$argon2i$v=19$m=1,t=1,p=1$aa$aa', '$argon2id$v=19$m=47104,t=1,p=1$salt'])(
    'does not read %j',
    (text) => expect(parsePhc(text)).toBeNull(),
  );
});
