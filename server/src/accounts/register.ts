import type { registerBody } from '@duet/contract/accounts/shapes';
import type { Language } from '@duet/contract/texts/texts';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { currentSite } from '../platform/site/settings.ts';
import { audit } from './audit.ts';
import { type SignedIn, signedInAs } from './login.ts';
import { addUser, takenNames } from './new-user.ts';
import { type Origin, startSession } from './sessions.ts';
import { consumeSetupCode } from './setup-link.ts';
import { newToken } from './token.ts';

/** Makes an account and signs in; with the set-up code of a site that has no admin, an admin. */
export async function register(
  context: Context,
  body: z.output<typeof registerBody>,
  origin: Origin & { readonly language: Language },
): Promise<SignedIn> {
  const { username, email, setupCode } = body;
  if (setupCode === undefined && (await currentSite(context)).joining === 'closed') {
    throw new Failure('REGISTRATION_CLOSED');
  }
  const user = {
    id: context.ids.next(),
    username,
    email,
    password_hash: await context.passwords.hash(body.password),
    role: setupCode === undefined ? ('user' as const) : ('admin' as const),
    language: body.language ?? origin.language,
  };
  const token = newToken();
  const registered = context.db.write(async (tx) => {
    if (setupCode !== undefined) await consumeSetupCode(context, tx, setupCode);
    await addUser(context, tx, user);
    await startSession(context, tx, user, token, origin);
    const action = setupCode === undefined ? 'register' : 'setup';
    await audit(context, tx, { actorId: user.id, action, subjectId: user.id, address: origin.address });
    return signedInAs(tx, user.id, token);
  });
  return takenNames(registered);
}
