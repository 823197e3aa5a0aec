import type { Assertion, NewCredential } from '@duet/contract/passkeys/shapes';
import type { PasskeyRow } from '../platform/db/schema/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** COSE algorithms (RFC 9053) that a passkey may sign with: EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257];

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

export type VerifiedCredential = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'counter' | 'synced' | 'transports'
>;

/** Verifies what made a new credential (Web Authentication Level 3, 7.1). Throws an `Error` that says what is wrong. */
export async function verifyNewCredential(
  credential: NewCredential,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<VerifiedCredential> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  // No attestation is asked for. A statement with certificates would have them looked at, and those who revoke them called.
  const attestation = decodeAttestationObject(bytesOf(credential.response.attestationObject));
  const isSelfMade =
    attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (attestation.get('fmt') !== 'none' && !isSelfMade)
    throw new Error('an attestation that nobody asked for');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...withTransports(credential), clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!verified) throw new Error('the attestation does not verify');
  const { credential: made, credentialBackedUp } = registrationInfo;
  return {
    credential_id: made.id,
    public_key: textOf(made.publicKey),
    counter: made.counter,
    synced: credentialBackedUp ? 1 : 0,
    transports: JSON.stringify(credential.response.transports ?? []),
  };
}

/** Without the key where the browser names no transports, which the library tells from naming none. */
function withTransports({ response: { transports, ...response }, ...credential }: NewCredential) {
  return { ...credential, response: { ...response, ...(transports && { transports }) } };
}

export interface VerifiedAssertion {
  readonly counter: number;
  readonly synced: number;
}

/**
 * Verifies a signature of a challenge (Web Authentication Level 3, 7.2), all but the counter, which the store compares where
 * two come at once. Throws an `Error` that says what is wrong.
 */
export async function verifyAssertion(
  { response: { userHandle, ...response }, ...credential }: Assertion,
  passkey: PasskeyRow,
  expected: RelyingParty & { readonly challenge: string; readonly userVerification: boolean },
): Promise<VerifiedAssertion> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { ...response, ...(userHandle && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.origin,
    expectedRPID: expected.id,
    credential: { id: passkey.credential_id, publicKey: bytesOf(passkey.public_key), counter: 0 },
    requireUserVerification: expected.userVerification,
  });
  if (!verified) throw new Error('the signature does not verify');
  return {
    counter: authenticationInfo.newCounter,
    synced: authenticationInfo.credentialBackedUp ? 1 : 0,
  };
}
