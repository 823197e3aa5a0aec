import { randomBytes } from 'node:crypto';
import { limits } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import { replaceSetupCode, takeSetupCode } from './setup-store.ts';
import { countActiveAdmins } from './store.ts';
import { hashOf } from './token.ts';

/**
 * What the server prints once at its start. On a site without an active admin that is a fresh one-time link to
 * make one; links of earlier starts die with it. `publicAddress` is an origin.
 */
export async function startupNotices(context: Context, publicAddress: string): Promise<string[]> {
  if ((await countActiveAdmins(context.db.read)) > 0) return [];
  const code = randomBytes(32).toString('base64url');
  const now = context.clock.now();
  await context.db.write((tx) =>
    replaceSetupCode(tx, {
      code_hash: hashOf(code),
      created_at: now,
      expires_at: now + limits.setupLink.validMs,
    }),
  );
  return [`Set up the first admin: ${publicAddress}/register?setup=${code}`];
}

/** Uses up the code; SETUP_CODE_INVALID where it is wrong, over, used, or the site has an admin by now. */
export async function consumeSetupCode(context: Context, tx: Writes, code: string): Promise<void> {
  const taken = await takeSetupCode(tx, hashOf(code), context.clock.now());
  if (!taken || (await countActiveAdmins(tx)) > 0) throw new Failure('SETUP_CODE_INVALID');
}
