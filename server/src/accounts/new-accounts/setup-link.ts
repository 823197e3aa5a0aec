import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '@duet/contract/limits';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { hashOf } from '../sessions/token.ts';
import { countActiveAdmins } from '../store.ts';
import { findSetupCode, replaceSetupCode, takeSetupCode } from './setup-store.ts';

/**
 * What the server prints once at its start. On a site without an active admin that is a one-time link to make one:
 * a fresh one, and links of earlier starts die with it; of several servers that share their secrets all print the same.
 * `origin` is that of the site.
 */
export async function startupNotices(context: Context, origin: string): Promise<string[]> {
  if ((await countActiveAdmins(context.db.read)) > 0) return [];
  const now = context.clock.now();
  const code = await context.db.write((tx) =>
    context.config.secretKey === null ? freshCode(tx, now) : sharedCode(context, tx, now),
  );
  return [`Set up the first admin: ${origin}/register?setup=${code}`];
}

async function freshCode(
  tx: Writes,
  now: number,
  code = randomBytes(32).toString('base64url'),
): Promise<string> {
  const expires_at = now + limits.setupLink.validMs;
  await replaceSetupCode(tx, { code_hash: hashOf(code), created_at: now, expires_at });
  return code;
}

/** The code that another server has made, as long as it is good: it follows from the secrets and the moment of its making. */
async function sharedCode(context: Context, tx: Writes, now: number): Promise<string> {
  const codeOf = (madeAt: number) =>
    createHmac('sha256', context.secrets.pepper).update(`setup code|${madeAt}`).digest('base64url');
  const there = await findSetupCode(tx, now);
  if (there && there.code_hash === hashOf(codeOf(there.created_at))) return codeOf(there.created_at);
  return freshCode(tx, now, codeOf(now));
}

/** Uses up the code; SETUP_CODE_INVALID where it is wrong, over, used, or the site has an admin by now. */
export async function consumeSetupCode(context: Context, tx: Writes, code: string): Promise<void> {
  const taken = await takeSetupCode(tx, hashOf(code), context.clock.now());
  if (!taken || (await countActiveAdmins(tx)) > 0) throw new Failure('SETUP_CODE_INVALID');
}
