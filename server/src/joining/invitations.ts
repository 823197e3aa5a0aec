import { randomBytes } from 'node:crypto';
import { shownName } from '@duet/contract/accounts/shown-name';
import type { Data, Parsed } from '@duet/contract/endpoint';
import type { joiningEndpoints } from '@duet/contract/joining/endpoints';
import type { Invitation } from '@duet/contract/joining/shapes';
import { dayMs } from '@duet/contract/limits';
import { type Change, requireAccount, requireSession } from '../accounts/account.ts';
import { audit } from '../accounts/audit.ts';
import { requireProof } from '../accounts/sessions/proof.ts';
import { hashOf } from '../accounts/sessions/token.ts';
import { linkCode } from '../mail/link-code.ts';
import { mailStates, queueMail, sendsMail, withdrawMail } from '../mail/mail.ts';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import { presentInvitation } from './present.ts';
import {
  countInvitations,
  findInvitation,
  insertInvitation,
  listInvitations,
  listJoined,
  revokeInvitation,
} from './store.ts';

type Rows = typeof joiningEndpoints;

/**
 * Makes an invitation (decisions §8). Its code, and its link below `origin`, are in this answer alone: the database has a
 * hash. The code stands behind the `#`, which no browser sends, so that no log has it.
 */
export async function createInvitation(
  { context, viewer, address }: Omit<Change, 'id'>,
  { role, uses, expiresInDays, note, email }: Parsed<Rows['invitations.create']>['body'],
  origin: string,
): Promise<Invitation> {
  // What makes an admin needs one, as at POST /api/users.
  if (role === 'admin') await requireProof(context, viewer);
  if (email !== null && !sendsMail(context)) throw new Failure('INVALID', { fields: { email: 'noMail' } });
  const mail_id = email === null ? null : context.ids.next();
  // That of a mailed one follows from the mail, which is sent later, maybe by another server.
  const code = mail_id === null ? randomBytes(24).toString('base64url') : linkCode(context, mail_id);
  const id = context.ids.next();
  const now = context.clock.now();
  const made = await context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    await insertInvitation(tx, {
      ...{ id, role, uses, note, email, mail_id, used: 0, code_hash: hashOf(code), revoked_at: null },
      created_at: now,
      created_by: viewer.id,
      expires_at: now + expiresInDays * dayMs,
    });
    if (email !== null && mail_id !== null) {
      const { username, display_name: displayName } = await requireAccount(tx, viewer.id);
      const facts = { by: shownName({ username, displayName }) };
      const to = { email, userId: null };
      await queueMail(context, tx, { id: mail_id, kind: 'invitation', to, facts });
    }
    const details = { role, uses, ...(email !== null && { mailed: true }) };
    await audit(context, tx, {
      actorId: viewer.id,
      action: 'invitation.create',
      subjectId: id,
      details,
      address,
    });
    return showInvitation(context, tx, id);
  });
  return { ...made, code, url: `${origin}/join#${code}` };
}

/** A page of invitations, the newest first, with who came by them. */
export async function showInvitations(
  context: Context,
  { page, limit }: Parsed<Rows['invitations.list']>['query'],
): Promise<Data<Rows['invitations.list']>> {
  const { read } = context.db;
  const [rows, totalCount] = await Promise.all([
    listInvitations(read, { offset: (page - 1) * limit, limit }),
    countInvitations(read),
  ]);
  const joined = await listJoined(
    read,
    rows.map(({ id }) => id),
  );
  const mails = await mailStates(
    read,
    rows.flatMap(({ mail_id }) => mail_id ?? []),
  );
  const now = context.clock.now();
  return {
    invitations: rows.map((row) => presentInvitation(row, { joined, mails }, now)),
    pagination: { page, limit, totalCount, hasMore: page * limit < totalCount },
  };
}

/** Ends an invitation. Twice is the same as once. */
export async function revoke({ context, viewer, id, address }: Change): Promise<Invitation> {
  return context.db.write(async (tx) => {
    const before = await findInvitation(tx, id);
    if (!before) throw new Failure('NOT_FOUND');
    await requireSession(tx, viewer);
    if (before.revoked_at === null) {
      await revokeInvitation(tx, id, context.clock.now());
      if (before.mail_id !== null) await withdrawMail(tx, before.mail_id);
      await audit(context, tx, { actorId: viewer.id, action: 'invitation.revoke', subjectId: id, address });
    }
    return showInvitation(context, tx, id);
  });
}

async function showInvitation(context: Context, reads: Reads, id: string): Promise<Invitation> {
  const row = await findInvitation(reads, id);
  if (!row) throw new Failure('NOT_FOUND');
  const joined = await listJoined(reads, [id]);
  const mails = await mailStates(reads, row.mail_id === null ? [] : [row.mail_id]);
  return presentInvitation(row, { joined, mails }, context.clock.now());
}
