import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../schemas.ts';
import { createTokenBody, personalToken } from './personal-token-shapes.ts';

export const personalTokenEndpoints = {
  'tokens.create': endpoint({
    method: 'POST',
    path: '/api/auth/tokens',
    access: 'signedIn',
    does: 'Makes a personal token, by which programs act as the person within its scopes; `token` is in this answer alone. It ends with its time, when it is revoked, with another password and with the account, and one for admins with the role.',
    body: createTokenBody,
    data: z.object({ token: z.string(), personalToken }),
    errors: ['PROOF_NEEDED', 'ADMIN_REQUIRED', 'SECOND_STEP_REQUIRED', 'TOO_MANY_TOKENS'],
  }),
  'tokens.list': endpoint({
    method: 'GET',
    path: '/api/auth/tokens',
    access: 'signedIn',
    does: "The person's tokens, newest first.",
    data: z.object({ tokens: z.array(personalToken) }),
  }),
  'tokens.revoke': endpoint({
    method: 'DELETE',
    path: '/api/auth/tokens/{id}',
    access: 'signedIn',
    does: 'Ends a token, with the streams and addresses of files that it was given.',
    params: z.object({ id }),
    data: z.object({}),
    errors: ['NOT_FOUND'],
  }),
};
