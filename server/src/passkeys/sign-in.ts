import { limits } from '@duet/contract/limits';
import type { Assertion, RequestOptions } from '@duet/contract/passkeys/shapes';
import { requireAccount } from '../accounts/account.ts';
import { noteProof } from '../accounts/sessions/proof.ts';
import type { Origin } from '../accounts/sessions/sessions.ts';
import { completeSignIn, pendingPerson, type SignedIn, signIn } from '../accounts/sessions/sign-in.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { acceptAssertion } from './assertion.ts';
import { newChallenge, type Purpose } from './challenges.ts';
import { descriptorOf } from './present.ts';
import type { RelyingParty } from './relying-party.ts';
import { isTaken, listPasskeys } from './store.ts';

/** What the browser is to sign: with any passkey of the site where nobody is named, else with one of this person. */
async function requestOptions(
  context: Context,
  party: RelyingParty,
  purpose: Purpose,
  userVerification: RequestOptions['userVerification'],
): Promise<RequestOptions> {
  return context.db.write(async (tx) => {
    const passkeys = purpose.user_id === null ? [] : await listPasskeys(tx, purpose.user_id);
    return {
      rpId: party.id,
      challenge: await newChallenge(context, tx, purpose),
      timeout: limits.passkey.challengeMs,
      allowCredentials: passkeys
        .filter(isTaken)
        .filter(({ rp_id }) => rp_id === party.id)
        .map(descriptorOf),
      userVerification,
    };
  });
}

/** Throws SIGN_IN_OVER where `token` is given and no sign-in waits with it. */
export async function beginPasskeySignIn(
  context: Context,
  token: string | undefined,
  party: RelyingParty,
): Promise<RequestOptions> {
  const user_id = token === undefined ? null : await pendingPerson(context, context.db.read, token);
  const userVerification = user_id === null ? 'required' : 'preferred';
  return requestOptions(context, party, { purpose: 'signIn', user_id }, userVerification);
}

interface SigningIn {
  /** Of a sign-in that waits for its second step. */
  readonly token: string | undefined;
  readonly credential: Assertion;
  readonly party: RelyingParty;
}

/**
 * Signs in with a passkey. Without `token` it stands for both steps, because its authenticator has asked for a finger, a face or
 * a PIN; with it, it is the second one. Who may not sign in with a password may not so either.
 * @throws Failure PASSKEY_REFUSED, ACCOUNT_WAITING, SIGN_IN_OVER
 */
export async function signInWithPasskey(
  context: Context,
  { token, credential, party }: SigningIn,
  origin: Origin,
): Promise<SignedIn> {
  const user_id = token === undefined ? null : await pendingPerson(context, context.db.read, token);
  const purpose = { purpose: 'signIn', user_id } as const;
  const asked = { credential, party, purpose, userVerification: user_id === null, address: origin.address };
  return acceptAssertion(context, asked, async (tx, passkey) => {
    if (token !== undefined) return completeSignIn(context, tx, token, origin, 'passkey');
    const { deleted_at, waiting_since } = await requireAccount(tx, passkey.user_id);
    if (deleted_at !== null) throw new Failure('PASSKEY_REFUSED');
    if (waiting_since !== null) throw new Failure('ACCOUNT_WAITING');
    return signIn(context, tx, passkey.user_id, origin, 'passkey');
  });
}

const proofOf = ({ id }: Viewer): Purpose => ({ purpose: 'proof', user_id: id });

export const beginPasskeyProof = (
  context: Context,
  viewer: Viewer,
  party: RelyingParty,
): Promise<RequestOptions> => requestOptions(context, party, proofOf(viewer), 'required');

/** Takes a passkey as a proof that it is still the person; answers until when it holds. */
export const proveByPasskey = (
  context: Context,
  viewer: Viewer,
  { credential, party, address }: Omit<SigningIn, 'token'> & { readonly address: string },
): Promise<{ validUntil: string }> =>
  acceptAssertion(
    context,
    { credential, party, purpose: proofOf(viewer), userVerification: true, address },
    (tx) => noteProof(context, tx, viewer),
  );
