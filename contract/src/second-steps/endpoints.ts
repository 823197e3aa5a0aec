import { z } from 'zod';
import { signedIn } from '../accounts/shapes.ts';
import { endpoint } from '../endpoint.ts';
import { confirmTotpBody, recoveryCodes, secondStep, signInWithCodeBody, totpSecret } from './shapes.ts';

/** Codes by time as a second step (decisions §8, sign-in; RFC 6238). */
export const totpEndpoints = {
  'totp.status': endpoint({
    method: 'GET',
    path: '/api/auth/totp',
    access: 'signedIn',
    does: 'Whether the person signs in with a second step, and how many recovery codes are left.',
    data: secondStep,
  }),
  'totp.begin': endpoint({
    method: 'POST',
    path: '/api/auth/totp/begin',
    access: 'signedIn',
    does: 'Makes a secret for an authenticator app. Nothing changes until a code of it is confirmed.',
    data: totpSecret,
    errors: ['PROOF_NEEDED', 'WRONG_STATE'],
    rateLimit: 'passwordChange',
  }),
  'totp.confirm': endpoint({
    method: 'POST',
    path: '/api/auth/totp/confirm',
    access: 'signedIn',
    does: 'Turns the second step on, with a code of the secret that was begun. The recovery codes are in this answer alone.',
    body: confirmTotpBody,
    data: recoveryCodes,
    errors: ['PROOF_NEEDED', 'WRONG_STATE', 'WRONG_CODE'],
    rateLimit: 'passwordChange',
  }),
  'totp.remove': endpoint({
    method: 'DELETE',
    path: '/api/auth/totp',
    access: 'signedIn',
    does: 'Turns the second step off. Its secret and recovery codes are gone.',
    data: z.object({}),
    errors: ['PROOF_NEEDED', 'LAST_SECOND_STEP'],
  }),
  'totp.recoveryCodes': endpoint({
    method: 'POST',
    path: '/api/auth/totp/recovery-codes',
    access: 'signedIn',
    does: 'Makes new recovery codes; the former ones are worth nothing any more.',
    data: recoveryCodes,
    errors: ['PROOF_NEEDED', 'WRONG_STATE'],
    rateLimit: 'passwordChange',
  }),
  'totp.signIn': endpoint({
    method: 'POST',
    path: '/api/auth/totp/sign-in',
    access: 'anyone',
    openToGuests: true,
    does: 'Ends a sign-in with its second step: a code of the authenticator app, or a recovery code.',
    body: signInWithCodeBody,
    data: signedIn,
    errors: ['SIGN_IN_OVER', 'SECOND_STEP_FAILED'],
    rateLimit: 'loginAddress',
  }),
};
