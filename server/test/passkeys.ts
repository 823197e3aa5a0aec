import { expect } from 'vitest';
import { Authenticator, type Behaviour } from './authenticator.ts';
import type { Harness, Person } from './harness.ts';

/** Where the authenticators of tests believe the site to be: what `publicUrl` of their harness has to be. */
export const publicUrl = 'https://duet.example.org';

/** Adds a passkey, and answers what the call did. */
export async function registerPasskey(person: Person, authenticator: Authenticator, behaviour?: Behaviour) {
  const { body } = await person.call('passkeys.begin');
  const credential = authenticator.create(body.data.options, behaviour);
  return person.call('passkeys.register', { body: { credential } });
}

/** Somebody with a passkey. */
export async function withPasskey(harness: Harness, username: string) {
  const person = await harness.person(username);
  const authenticator = new Authenticator(publicUrl);
  const { status, body } = await registerPasskey(person, authenticator);
  expect(status).toBe(200);
  return { person, authenticator, passkey: body.data.passkey };
}

/** What a browser is asked to sign; for a sign-in that waits for its second step where there is a token. */
export const signInOptions = async ({ guest }: Harness, token?: string) =>
  (await guest.call('passkeys.beginSignIn', { body: { token } })).body.data.options;

/** Signs in with the authenticator's passkey; as the second step where there is a token. */
export async function signInWithPasskey(
  harness: Harness,
  authenticator: Authenticator,
  behaviour: Behaviour = {},
  token?: string,
) {
  const credential = authenticator.get(await signInOptions(harness, token), behaviour);
  return harness.guest.call('passkeys.signIn', { body: { token, credential } });
}
