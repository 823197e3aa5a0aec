import { randomBytes } from 'node:crypto';
import { limits } from '@duet/contract/limits';
import type { CreationOptions, NewCredential, Passkey } from '@duet/contract/passkeys/shapes';
import { requireSession } from '../accounts/account.ts';
import { audit } from '../accounts/audit.ts';
import { deviceOf } from '../accounts/sessions/device.ts';
import { requireProof } from '../accounts/sessions/proof.ts';
import { setPasskeys } from '../accounts/sessions/second-step.ts';
import type { Context } from '../platform/context.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import type { PasskeyRow } from '../platform/db/schema/passkeys.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { currentSite } from '../platform/site/settings.ts';
import { newChallenge, takenChallenge } from './challenges.ts';
import { descriptorOf, presentPasskey } from './present.ts';
import type { RelyingParty } from './relying-party.ts';
import { findHandle, findPasskey, insertHandle, insertPasskey, isTaken, listPasskeys } from './store.ts';
import { algorithms, type VerifiedCredential, verifyNewCredential } from './verify.ts';

const { perUser, challengeMs, handleBytes } = limits.passkey;

const purposeOf = ({ id }: Viewer) => ({ purpose: 'register', user_id: id }) as const;

/** What the browser is to make a passkey with. Throws PROOF_NEEDED, TOO_MANY_PASSKEYS. */
export async function beginRegistration(
  context: Context,
  viewer: Viewer,
  party: RelyingParty,
): Promise<CreationOptions> {
  await requireProof(context, viewer);
  const { name } = await currentSite(context);
  return context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const known = await requireRoom(tx, viewer);
    return {
      rp: { name, id: party.id },
      user: {
        id: await handleOf(tx, viewer),
        name: viewer.username,
        displayName: viewer.displayName || viewer.username,
      },
      challenge: await newChallenge(context, tx, purposeOf(viewer)),
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      timeout: challengeMs,
      excludeCredentials: known
        .filter(isTaken)
        .filter(({ rp_id }) => rp_id === party.id)
        .map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    };
  });
}

interface Registration {
  readonly viewer: Viewer;
  readonly party: RelyingParty;
  readonly name: string | undefined;
  readonly credential: NewCredential;
  readonly address: string;
  readonly userAgent: string;
}

/** Adds the passkey that the browser made. Throws PROOF_NEEDED, PASSKEY_REFUSED, PASSKEY_KNOWN, TOO_MANY_PASSKEYS. */
export async function registerPasskey(context: Context, registration: Registration): Promise<Passkey> {
  const { viewer, party, credential, address } = registration;
  await requireProof(context, viewer);
  const { clientDataJSON } = credential.response;
  const taken = await takenChallenge(context, clientDataJSON, purposeOf(viewer));
  const verified = taken && (await verifiedBy(context, credential, taken.challenge, party));
  if (!verified) throw new Failure('PASSKEY_REFUSED');
  const now = context.clock.now();
  const row: PasskeyRow = {
    id: context.ids.next(),
    user_id: viewer.id,
    ...verified,
    rp_id: party.id,
    name:
      registration.name ?? (deviceOf(registration.userAgent).slice(0, limits.passkey.nameChars) || 'Passkey'),
    created_at: now,
    last_used_at: null,
    cloned_at: null,
  };
  await context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const others = await requireRoom(tx, viewer);
    if (await findPasskey(tx, row.credential_id)) throw new Failure('PASSKEY_KNOWN');
    await insertPasskey(tx, row);
    if (!others.some(isTaken)) await setPasskeys(context, tx, viewer.id, true);
    await audit(context, tx, { actorId: viewer.id, subjectId: viewer.id, address, action: 'passkey.add' });
  });
  return presentPasskey(row);
}

async function verifiedBy(
  { log }: Context,
  credential: NewCredential,
  challenge: string,
  party: RelyingParty,
): Promise<VerifiedCredential | null> {
  try {
    return await verifyNewCredential(credential, challenge, party);
  } catch (err) {
    log.info({ err }, 'a new passkey was not accepted');
    return null;
  }
}

/** The passkeys that there are, where one more may be. */
async function requireRoom(reads: Reads, { id }: Viewer): Promise<PasskeyRow[]> {
  const passkeys = await listPasskeys(reads, id);
  if (passkeys.length >= perUser) throw new Failure('TOO_MANY_PASSKEYS', { values: { n: perUser } });
  return passkeys;
}

/** Random, so that it says nothing of the person, and always the same, so that an authenticator keeps one of them. */
async function handleOf(tx: Writes, { id }: Viewer): Promise<string> {
  const known = await findHandle(tx, id);
  if (known !== undefined) return known;
  const handle = randomBytes(handleBytes).toString('base64url');
  await insertHandle(tx, id, handle);
  return handle;
}
