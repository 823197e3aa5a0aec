import type { createTokenBody, PersonalToken } from '@duet/contract/accounts/personal-token-shapes';
import { dayMs, limits } from '@duet/contract/limits';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { PersonalTokenRow } from '../../platform/db/schema/accounts.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/handler.ts';
import { requireAdmin } from '../../platform/http/identify.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { requireSession } from '../account.ts';
import { audit } from '../audit.ts';
import { emitSessionsEnded } from '../sessions/live-sessions.ts';
import { requireProof } from '../sessions/proof.ts';
import { hashOf, newPersonalToken } from '../sessions/token.ts';
import { scopesOf } from './personal-token.ts';
import { deleteToken, insertToken, listTokens } from './personal-token-store.ts';

/**
 * Makes a token by which programs act as the person (decisions §8). The token is stored nowhere and answered once.
 * @throws Failure PROOF_NEEDED, ADMIN_REQUIRED or SECOND_STEP_REQUIRED where the scope is more than the person may, TOO_MANY_TOKENS
 */
export async function createToken(
  context: Context,
  viewer: Viewer,
  { name, scopes, expiresInDays }: z.output<typeof createTokenBody>,
  address: string,
): Promise<{ token: string; personalToken: PersonalToken }> {
  if (scopes.includes('admin')) requireAdmin(viewer);
  await requireProof(context, viewer);
  const token = newPersonalToken();
  const now = context.clock.now();
  const row: PersonalTokenRow = {
    id: context.ids.next(),
    user_id: viewer.id,
    token_hash: hashOf(token),
    name,
    scopes: scopes.join(' '),
    created_at: now,
    expires_at: now + expiresInDays * dayMs,
    last_used_at: null,
  };
  await context.db.write(async (tx) => {
    // A changed role or password that ended this session would have ended the token as well.
    await requireSession(tx, viewer);
    const { perUser } = limits.personalToken;
    if ((await listTokens(tx, viewer.id)).length >= perUser) {
      throw new Failure('TOO_MANY_TOKENS', { values: { n: perUser } });
    }
    await insertToken(tx, row);
    const details = { scopes: row.scopes, days: expiresInDays };
    await audit(context, tx, { ...lineOf(viewer, address), action: 'token.create', details });
  });
  return { token, personalToken: present(row, now) };
}

export async function showTokens(context: Context, { id }: Viewer): Promise<PersonalToken[]> {
  const now = context.clock.now();
  return (await listTokens(context.db.read, id)).map((row) => present(row, now));
}

/** NOT_FOUND where the id is nobody's or somebody else's token. */
export async function revokeToken(
  context: Context,
  viewer: Viewer,
  id: string,
  address: string,
): Promise<void> {
  await context.db.write(async (tx) => {
    if (!(await deleteToken(tx, viewer.id, id))) throw new Failure('NOT_FOUND');
    emitSessionsEnded(context, tx, viewer.id);
    await audit(context, tx, { ...lineOf(viewer, address), action: 'token.revoke' });
  });
}

const lineOf = ({ id }: Viewer, address: string) => ({ actorId: id, subjectId: id, address });

const present = (row: Omit<PersonalTokenRow, 'token_hash' | 'user_id'>, now: number): PersonalToken => ({
  _id: row.id,
  name: row.name,
  scopes: scopesOf(row),
  created_at: isoTime(row.created_at),
  expires_at: isoTime(row.expires_at),
  last_used_at: row.last_used_at === null ? null : isoTime(row.last_used_at),
  expired: now >= row.expires_at,
});
