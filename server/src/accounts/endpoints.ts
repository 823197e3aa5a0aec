import type { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { requireAccount } from './account.ts';
import { changeUser, userVersion } from './change-user.ts';
import { deleteMe } from './delete-me.ts';
import { deleteUser, restoreUser } from './delete-user.ts';
import { createUserWithLink } from './new-accounts/create-user.ts';
import { approveUser, declineUser } from './new-accounts/waiting.ts';
import { requestPasswordLink } from './passwords/forgotten.ts';
import { applyPasswordLink, makePasswordLink } from './passwords/password-link.ts';
import { savePreferences, showPreferences } from './preferences.ts';
import { login } from './sessions/login.ts';
import { endOtherSessions, endSession, logout, showSessions } from './sessions/own-sessions.ts';
import { proveByPassword } from './sessions/proof.ts';
import { listUsers, showUser } from './users.ts';

/** All but registering, which notifies the admins (joining/register.ts). */
export const accountsHandlers: Handlers<Omit<typeof accountsEndpoints, 'accounts.register'>> = {
  'accounts.login': async (context, call) => ({ data: await login(context, call.body, call) }),
  'accounts.logout': async (context, { viewer, address }) => {
    await logout(context, viewer, address);
    return { data: {} };
  },
  'accounts.currentUser': async (context, { viewer }) => {
    const account = await requireAccount(context.db.read, viewer.id);
    const { user, entityTag } = await userVersion(context, context.db.read, account);
    const required = viewer.lacksSecondStep && { secondStepRequired: true as const };
    return { data: { user: { ...user, ...required } }, entityTag };
  },
  'accounts.preferences': async (context, { viewer }) => ({
    data: await showPreferences(context, viewer.id),
  }),
  'accounts.savePreferences': async (context, { viewer, body }) => ({
    data: await savePreferences(context, viewer.id, body),
  }),
  'accounts.users': async (context, { query }) => ({ data: await listUsers(context, query) }),
  'accounts.createUser': async (context, { viewer, body, address }) => ({
    data: await createUserWithLink({ context, viewer, address }, body),
  }),
  'accounts.user': async (context, { viewer, params }) => {
    const { user, entityTag } = await showUser(context, viewer, params.id);
    return { data: { user }, entityTag };
  },
  'accounts.changeUser': async (context, { viewer, params, body, address, ifMatch }) => {
    const change = { context, viewer, id: params.id, address };
    const { user, entityTag } = await changeUser(change, body, ifMatch);
    return { data: { user }, entityTag };
  },
  'accounts.deleteUser': async (context, { viewer, params, address }) => ({
    data: { user: await deleteUser({ context, viewer, id: params.id, address }) },
  }),
  'accounts.restoreUser': async (context, { viewer, params, address }) => ({
    data: { user: await restoreUser({ context, viewer, id: params.id, address }) },
  }),
  'accounts.approveUser': async (context, { viewer, params, address }) => ({
    data: { user: await approveUser({ context, viewer, id: params.id, address }) },
  }),
  'accounts.declineUser': async (context, { viewer, params, address }) => {
    await declineUser({ context, viewer, id: params.id, address });
    return { data: {} };
  },
  'accounts.deleteMe': async (context, { viewer, body, address }) => {
    await deleteMe(context, viewer, body.password, address);
    return { data: {} };
  },
  'accounts.makePasswordLink': async (context, { viewer, params, address }) => ({
    data: await makePasswordLink({ context, viewer, id: params.id, address }),
  }),
  'accounts.usePasswordLink': async (context, call) => ({
    data: await applyPasswordLink(context, call.body, call),
  }),
  'accounts.forgotten': async (context, { body, address }) => {
    await requestPasswordLink(context, body.email, address);
    return { data: {} };
  },
  'accounts.prove': async (context, { viewer, body }) => ({
    data: await proveByPassword(context, viewer, body.password),
  }),
  'accounts.sessions': async (context, { viewer }) => ({
    data: await showSessions(context, viewer),
  }),
  'accounts.endOtherSessions': async (context, { viewer, address }) => {
    await endOtherSessions(context, viewer, address);
    return { data: {} };
  },
  'accounts.endSession': async (context, { viewer, params, address }) => {
    await endSession(context, viewer, params.id, address);
    return { data: {} };
  },
};
