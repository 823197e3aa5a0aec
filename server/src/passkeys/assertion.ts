import type { Assertion } from '@duet/contract/passkeys/shapes';
import { audit } from '../accounts/audit.ts';
import { setPasskeys } from '../accounts/sessions/second-step.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { PasskeyRow } from '../platform/db/schema/passkeys.ts';
import { Failure } from '../platform/failure.ts';
import { type Purpose, takenChallenge } from './challenges.ts';
import { mailPasskeyCloned } from './cloned-mail.ts';
import type { RelyingParty } from './relying-party.ts';
import { advanceCounter, findHandle, findPasskey, isTaken, listPasskeys, markCloned } from './store.ts';
import { type VerifiedAssertion, verifyAssertion } from './verify.ts';

interface Asked {
  readonly credential: Assertion;
  readonly party: RelyingParty;
  readonly purpose: Purpose;
  /** Whether the authenticator must have asked for a finger, a face or a PIN. */
  readonly userVerification: boolean;
  readonly address: string;
}

/**
 * Takes a signature by somebody's passkey, and does `accepted` in the transaction that notes its counter.
 * @throws Failure PASSKEY_REFUSED, without a word of why: a challenge that was answered before, is too old or for something
 * else, another origin, a wrong signature, a passkey that is not known or not theirs, one of which there is a copy
 */
export async function acceptAssertion<T>(
  context: Context,
  asked: Asked,
  accepted: (tx: Writes, passkey: PasskeyRow) => Promise<T>,
): Promise<T> {
  const { credential, purpose } = asked;
  const taken = await takenChallenge(context, credential.response.clientDataJSON, purpose);
  const passkey = await findPasskey(context.db.read, credential.id);
  if (!taken || !passkey || !isTaken(passkey) || !(await isTheirs(context, passkey, asked))) {
    return refuse(context, asked, passkey, 'login.failed');
  }
  const verified = await verifiedBy(context, asked, passkey, taken.challenge);
  if (!verified) return refuse(context, asked, passkey, 'login.failed');
  const used = { ...verified, last_used_at: context.clock.now() };
  const done = await context.db.write(async (tx) => {
    if (await advanceCounter(tx, passkey, used)) return { value: await accepted(tx, passkey) };
    await lockCloned(context, tx, passkey, taken.madeAt);
    return null;
  });
  return done ? done.value : refuse(context, asked, passkey, 'passkey.cloned');
}

/**
 * A counter that does not go on tells that somebody else has the key as well, and not which of them has just signed (Web
 * Authentication Level 3, 6.1.1). So neither of them gets in with it any more, and its owner gets a mail. A signature of a
 * challenge that is older than the last one that was taken tells nothing: it may have been made before that, and come later.
 */
async function lockCloned(
  context: Context,
  tx: Writes,
  { credential_id }: PasskeyRow,
  madeAt: number,
): Promise<void> {
  const passkey = await findPasskey(tx, credential_id);
  if (!passkey || madeAt < (passkey.last_used_at ?? 0)) return;
  if (!(await markCloned(tx, passkey, context.clock.now()))) return;
  const { user_id } = passkey;
  if (!(await listPasskeys(tx, user_id)).some(isTaken)) await setPasskeys(context, tx, user_id, false);
  await mailPasskeyCloned(context, tx, user_id, passkey.name);
}

/** Whether the passkey is for this site, of whom it is asked for, and of the account that the authenticator means. */
async function isTheirs(
  { db }: Context,
  passkey: PasskeyRow,
  { credential, party, purpose }: Asked,
): Promise<boolean> {
  if (passkey.rp_id !== party.id) return false;
  if (purpose.user_id !== null && purpose.user_id !== passkey.user_id) return false;
  const { userHandle } = credential.response;
  return userHandle === undefined || userHandle === (await findHandle(db.read, passkey.user_id));
}

async function verifiedBy(
  { log }: Context,
  { credential, party, userVerification }: Asked,
  passkey: PasskeyRow,
  challenge: string,
): Promise<VerifiedAssertion | null> {
  try {
    return await verifyAssertion(credential, passkey, { ...party, challenge, userVerification });
  } catch (err) {
    log.info({ err }, 'a passkey was not accepted');
    return null;
  }
}

async function refuse(
  context: Context,
  { address }: Asked,
  passkey: PasskeyRow | undefined,
  action: 'login.failed' | 'passkey.cloned',
): Promise<never> {
  context.admission.failures.add(address);
  const line = { actorId: null, action, subjectId: passkey?.user_id ?? null, address };
  await context.db.write((tx) => audit(context, tx, { ...line, details: { passkey: true } }));
  throw new Failure('PASSKEY_REFUSED');
}
