import type { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { joiningEndpoints } from '@duet/contract/joining/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { originOf } from '../platform/http/origin.ts';
import { lookUpInvitation } from './invitation-use.ts';
import { createInvitation, revoke, showInvitations } from './invitations.ts';
import { register } from './register.ts';

export const joiningHandlers: Handlers<
  typeof joiningEndpoints & Pick<typeof accountsEndpoints, 'accounts.register'>
> = {
  'accounts.register': async (context, call) => ({ data: await register(context, call.body, call) }),
  'invitations.create': async (context, { viewer, body, address, request }) => ({
    data: {
      invitation: await createInvitation({ context, viewer, address }, body, originOf(context, request)),
    },
  }),
  'invitations.list': async (context, { query }) => ({ data: await showInvitations(context, query) }),
  'invitations.revoke': async (context, { viewer, params, address }) => ({
    data: { invitation: await revoke({ context, viewer, id: params.id, address }) },
  }),
  'invitations.lookUp': async (context, { body }) => ({
    data: { role: await lookUpInvitation(context, body.invitation) },
  }),
};
