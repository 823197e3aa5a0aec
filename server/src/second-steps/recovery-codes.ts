import { randomBytes } from 'node:crypto';
import { limits } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { recoveryHash } from './keys.ts';
import { deleteRecoveryCode, replaceRecoveryCodes } from './store.ts';

/** Crockford's Base32: without the letters that are taken for others (i, l, o, u). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const { recoveryCodes: count, recoveryGroupChars } = limits.secondStep;

/** Puts new codes in the place of the former ones; answers them, which nobody can a second time. */
export async function newRecoveryCodes(context: Context, tx: Writes, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  const hashes = codes.map((code) => recoveryHash(context, userId, plain(code)));
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}

/** Uses up a recovery code; whether it was one. However it is written: large, small, with or without its dash. */
export const useRecoveryCode = (
  context: Context,
  tx: Writes,
  userId: string,
  code: string,
): Promise<boolean> => deleteRecoveryCode(tx, userId, recoveryHash(context, userId, plain(code)));

function newCode(): string {
  const group = () =>
    Array.from(randomBytes(recoveryGroupChars), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${group()}-${group()}`;
}

/** As Crockford has it: what looks like a digit is one. */
const plain = (code: string): string =>
  code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
