import type { Passkey, RequestOptions } from '@duet/contract/passkeys/shapes';
import { call } from '../api/client.ts';
import { isNativeApp } from '../native/platform.ts';

/** Comes with the first press: nobody else needs it. */
const library = () => import('@simplewebauthn/browser');

/** A number has no passkeys: they are for a domain (Web Authentication Level 3, 5.1.3). */
const isAddress = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);

/** Whether passkeys can be used on this page: a browser that knows them, https, and an address with a name. */
export const canUsePasskeys = (): boolean =>
  !isNativeApp() && isSecureContext && 'PublicKeyCredential' in globalThis && !isAddress(location.hostname);

/** Why the browser gave no passkey: not chosen or not in time, on this device already, or it has no way to make one. */
type PasskeyFault = 'notUsed' | 'known' | 'unsupported';

const faults: Readonly<Record<string, PasskeyFault>> = {
  NotAllowedError: 'notUsed',
  AbortError: 'notUsed',
  InvalidStateError: 'known',
  SecurityError: 'unsupported',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** Null for every other failure, such as that of a call. */
export const passkeyFault = (error: unknown): PasskeyFault | null =>
  error instanceof Error ? (faults[error.name] ?? null) : null;

/** A signature of one of the person's passkeys; `offered` among what the field of the username suggests. */
async function sign(options: RequestOptions, offered = false) {
  const { startAuthentication } = await library();
  const { response, ...credential } = await startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: offered,
  });
  const { userHandle, ...signed } = response;
  // Authenticators may leave it out where they were told which passkeys are meant.
  return { ...credential, response: { ...signed, ...(userHandle && { userHandle }) } };
}

const beginSignIn = async (token?: string): Promise<RequestOptions> =>
  (await call('passkeys.beginSignIn', { body: { token }, anonymous: true })).data.options;

type Signed = Awaited<ReturnType<typeof sign>>;

/** Ends the sign-in with what the passkey signed; as its second step where there is a token. */
export const signInWith = async (credential: Signed, token?: string) =>
  (await call('passkeys.signIn', { body: { token, credential }, anonymous: true })).data;

/** Has the person choose a passkey, and signs in with it. Rejects with what `passkeyFault` knows, or a `CallFailure`. */
export const signInWithPasskey = async (token?: string) =>
  signInWith(await sign(await beginSignIn(token)), token);

/**
 * Has the browser suggest passkeys in the field of the username, where it can; answers the way to end that. What is chosen
 * there is given to `onChosen`. Where it cannot be offered nobody hears of it: the button is there.
 */
export function suggestPasskeys(onChosen: (credential: Signed) => void): () => void {
  let ended = false;
  async function suggest() {
    const { browserSupportsWebAuthnAutofill } = await library();
    if (ended || !(await browserSupportsWebAuthnAutofill())) return;
    const options = await beginSignIn();
    if (ended) return;
    const credential = await sign(options, true);
    if (!ended) onChosen(credential);
  }
  suggest().catch(() => {});
  return () => {
    ended = true;
  };
}

/** Ends what the browser suggests or asks. */
export async function endPasskeys(): Promise<void> {
  const { WebAuthnAbortService } = await library();
  WebAuthnAbortService.cancelCeremony();
}

/** Makes a passkey on this device or another, and adds it to the account. Rejects as `signInWithPasskey` does. */
export async function addPasskey(): Promise<Passkey> {
  const { options } = (await call('passkeys.begin')).data;
  const { startRegistration } = await library();
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  return (await call('passkeys.register', { body: { credential } })).data.passkey;
}

/** Proves with a passkey that it is still the person. Rejects as `signInWithPasskey` does. */
export async function proveByPasskey(): Promise<void> {
  const { options } = (await call('passkeys.beginProof')).data;
  await call('passkeys.prove', { body: { credential: await sign(options) } });
}
