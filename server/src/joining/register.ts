import type { Registered, registerBody } from '@duet/contract/accounts/shapes';
import type { Language } from '@duet/contract/texts/texts';
import type { z } from 'zod';
import { audit } from '../accounts/audit.ts';
import { mailEmailLink } from '../accounts/names/email-mail.ts';
import { addUser, withTakenNames } from '../accounts/new-accounts/new-user.ts';
import { consumeSetupCode } from '../accounts/new-accounts/setup-link.ts';
import { type Origin, startSession } from '../accounts/sessions/sessions.ts';
import { signedInAs } from '../accounts/sessions/sign-in.ts';
import { newToken } from '../accounts/sessions/token.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { currentSite, readSite, type SiteSettings } from '../platform/site/settings.ts';
import { notify } from '../push/notify.ts';
import { consumeInvitation, requireInvitation } from './invitation-use.ts';

type Body = z.output<typeof registerBody>;

/**
 * Makes an account and signs in (decisions §8, joining): with the set-up code of a site that has no admin, an admin; with
 * an invitation, in its role; else as the site lets people join. One that waits for approval gets no session.
 *
 * An invitation is counted in the transaction that adds the account, and after its names were found free. Whoever tries
 * again because the answer was lost gets USERNAME_TAKEN, and has used it once.
 */
export async function register(
  context: Context,
  body: Body,
  origin: Origin & { readonly language: Language },
): Promise<Registered> {
  const { username, email, setupCode, invitation } = body;
  // Before the password is hashed; the transaction asks again.
  if (setupCode === undefined) requireJoining(await currentSite(context), invitation);
  const id = context.ids.next();
  const password_hash = await context.passwords.hash(body.password);
  const token = newToken();
  const registered = context.db.write(async (tx): Promise<Registered> => {
    const site = await readSite(tx, context.config);
    const invited =
      setupCode === undefined && invitation !== undefined ? await requireInvitation(tx, invitation) : null;
    if (setupCode === undefined) requireJoining(site, invitation);
    else await consumeSetupCode(context, tx, setupCode);
    const user = {
      ...{ id, username, email, password_hash },
      role: setupCode === undefined ? (invited?.role ?? 'user') : ('admin' as const),
      language: body.language ?? origin.language,
      waits: setupCode === undefined && invited === null && site.joining === 'approval',
      invitationId: invited?.id ?? null,
    };
    await addUser(context, tx, user);
    await mailEmailLink(context, tx, { id, email }, 'verification');
    if (invited) await consumeInvitation(context, tx, invited.id);
    const action = setupCode === undefined ? 'register' : 'setup';
    const details = { ...(invited && { invitation: invited.id }), ...(user.waits && { waits: true }) };
    await audit(context, tx, { actorId: id, action, subjectId: id, details, address: origin.address });
    if (!user.waits) {
      await startSession(context, tx, user, token, origin);
      return signedInAs(context, tx, id, token);
    }
    tx.afterCommit(() => context.realtime.publish({ type: 'activity' }));
    await notify(context, tx, { kind: 'waiting', by: { id, name: username } });
    const { user: presented } = await signedInAs(context, tx, id, token);
    return { user: presented, next: 'approval' };
  });
  return withTakenNames(registered);
}

/** REGISTRATION_CLOSED where nobody may make an account, or nobody without an invitation. */
function requireJoining({ joining }: Pick<SiteSettings, 'joining'>, invitation: string | undefined): void {
  if (joining === 'closed' || (joining === 'invitation' && invitation === undefined)) {
    throw new Failure('REGISTRATION_CLOSED');
  }
}
