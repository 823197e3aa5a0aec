import type { totpEndpoints } from '@duet/contract/second-steps/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { signInWithCode } from './sign-in.ts';
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes, showSecondStep } from './totp.ts';

export const totpHandlers: Handlers<typeof totpEndpoints> = {
  'totp.status': async (context, { viewer }) => ({ data: await showSecondStep(context, viewer) }),
  'totp.begin': async (context, { viewer }) => ({ data: await beginTotp(context, viewer) }),
  'totp.confirm': async (context, call) => ({
    data: { recoveryCodes: await confirmTotp(context, call, call.body.code) },
  }),
  'totp.remove': async (context, call) => {
    await removeTotp(context, call);
    return { data: {} };
  },
  'totp.recoveryCodes': async (context, call) => ({
    data: { recoveryCodes: await renewRecoveryCodes(context, call) },
  }),
  'totp.signIn': async (context, call) => ({ data: await signInWithCode(context, call.body, call) }),
};
