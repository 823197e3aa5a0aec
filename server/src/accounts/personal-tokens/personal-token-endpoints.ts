import type { personalTokenEndpoints } from '@duet/contract/accounts/personal-token-endpoints';
import type { Handlers } from '../../platform/http/handler.ts';
import { createToken, revokeToken, showTokens } from './personal-tokens.ts';

export const personalTokenHandlers: Handlers<typeof personalTokenEndpoints> = {
  'tokens.create': async (context, { viewer, body, address }) => ({
    data: await createToken(context, viewer, body, address),
  }),
  'tokens.list': async (context, { viewer }) => ({ data: { tokens: await showTokens(context, viewer) } }),
  'tokens.revoke': async (context, { viewer, params, address }) => {
    await revokeToken(context, viewer, params.id, address);
    return { data: {} };
  },
};
