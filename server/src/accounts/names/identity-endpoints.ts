import type { identityEndpoints } from '@duet/contract/accounts/identity-endpoints';
import type { Handlers } from '../../platform/http/handler.ts';
import { cancelEmail, changeEmail, confirmEmail, sendVerification, showEmail } from './email.ts';
import { changeUsername } from './username.ts';

export const identityHandlers: Handlers<typeof identityEndpoints> = {
  'identity.email': async (context, { viewer }) => ({ data: await showEmail(context, viewer.id) }),
  'identity.changeEmail': async (context, { viewer, body, address }) => ({
    data: await changeEmail({ context, viewer, address }, body.email),
  }),
  'identity.cancelEmail': async (context, { viewer }) => ({ data: await cancelEmail(context, viewer) }),
  'identity.sendVerification': async (context, { viewer }) => {
    await sendVerification(context, viewer);
    return { data: {} };
  },
  'identity.confirmEmail': async (context, { body, address }) => ({
    data: await confirmEmail(context, body.code, address),
  }),
  'identity.changeUsername': async (context, { viewer, body, address }) => ({
    data: { user: await changeUsername({ context, viewer, address }, body.username) },
  }),
};
