import type { passkeyEndpoints } from '@duet/contract/passkeys/endpoints';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../platform/context.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { originOf } from '../platform/http/origin.ts';
import { removePasskey, renamePasskey, showPasskeys } from './own-passkeys.ts';
import { beginRegistration, registerPasskey } from './register.ts';
import { type RelyingParty, relyingPartyAt } from './relying-party.ts';
import { beginPasskeyProof, beginPasskeySignIn, proveByPasskey, signInWithPasskey } from './sign-in.ts';

const relyingPartyOf = (context: Context, request: FastifyRequest): RelyingParty =>
  relyingPartyAt(originOf(context, request));

export const passkeyHandlers: Handlers<typeof passkeyEndpoints> = {
  'passkeys.list': async (context, { viewer }) => ({
    data: { passkeys: await showPasskeys(context, viewer) },
  }),
  'passkeys.begin': async (context, { viewer, request }) => ({
    data: { options: await beginRegistration(context, viewer, relyingPartyOf(context, request)) },
  }),
  'passkeys.register': async (context, { viewer, body, request, address, userAgent }) => {
    const { name, credential } = body;
    const party = relyingPartyOf(context, request);
    const registration = { viewer, party, name, credential, address, userAgent };
    return { data: { passkey: await registerPasskey(context, registration) } };
  },
  'passkeys.rename': async (context, { viewer, params, body }) => ({
    data: { passkey: await renamePasskey(context, viewer, params.id, body.name) },
  }),
  'passkeys.remove': async (context, { viewer, params, address }) => {
    await removePasskey(context, viewer, params.id, address);
    return { data: {} };
  },
  'passkeys.beginSignIn': async (context, { body, request }) => ({
    data: { options: await beginPasskeySignIn(context, body.token, relyingPartyOf(context, request)) },
  }),
  'passkeys.signIn': async (context, { body, request, address, userAgent }) => {
    const { token, credential } = body;
    const party = relyingPartyOf(context, request);
    return {
      data: await signInWithPasskey(context, { token, credential, party }, { address, userAgent }),
    };
  },
  'passkeys.beginProof': async (context, { viewer, request }) => ({
    data: { options: await beginPasskeyProof(context, viewer, relyingPartyOf(context, request)) },
  }),
  'passkeys.prove': async (context, { viewer, body, request, address }) => {
    const party = relyingPartyOf(context, request);
    return {
      data: await proveByPasskey(context, viewer, { credential: body.credential, party, address }),
    };
  },
};
