import { z } from 'zod';
import { id, isoTime, queryInteger } from '../checked.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import {
  changeUserBody,
  loginBody,
  preferences,
  publicUser,
  registerBody,
  savePreferencesBody,
  signedIn,
  user,
  usersPagination,
} from './shapes.ts';

const flag = z
  .enum(['true', 'false'], 'fieldInvalid')
  .transform((value) => value === 'true')
  .optional();

export const accountsEndpoints = {
  'accounts.login': endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    does: 'Signs in with a username (or email) and password.',
    body: loginBody,
    data: signedIn,
    errors: ['LOGIN_FAILED'],
    rateLimit: 'loginAddress',
  }),
  'accounts.register': endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'anyone',
    does: 'Makes an account and signs in; with the set-up code of an empty site, an admin.',
    body: registerBody,
    data: signedIn,
    errors: ['USERNAME_TAKEN', 'EMAIL_TAKEN', 'SETUP_CODE_INVALID', 'REGISTRATION_CLOSED'],
    rateLimit: 'register',
  }),
  'accounts.logout': endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'signedIn',
    does: 'Ends this session.',
    data: z.object({}),
  }),
  'accounts.currentUser': endpoint({
    method: 'GET',
    path: '/api/auth/user',
    access: 'signedIn',
    does: 'The signed-in person, email included.',
    data: z.object({ user }),
  }),
  'accounts.preferences': endpoint({
    method: 'GET',
    path: '/api/users/preferences',
    access: 'signedIn',
    does: "The person's preferences.",
    data: z.object({ preferences, ...preferences.shape }),
  }),
  'accounts.savePreferences': endpoint({
    method: 'POST',
    path: '/api/users/preferences',
    access: 'signedIn',
    does: 'Saves part or all of the preferences.',
    body: savePreferencesBody,
    data: z.object({ preferences, ...preferences.shape }),
  }),
  'accounts.users': endpoint({
    method: 'GET',
    path: '/api/users',
    access: 'admin',
    does: 'The list of people, with search and filters.',
    query: z.object({
      page: queryInteger(1, 1_000_000, 1),
      limit: queryInteger(1, limits.users.maxPageSize, limits.users.pageSize),
      search: z.string().max(limits.email.maxChars, 'fieldTooLong').optional(),
      includeDeleted: flag,
      onlyDeleted: flag,
      role: z.enum(['user', 'admin'], 'roleInvalid').optional(),
      createdAfter: z.iso.datetime({ offset: true, error: 'fieldInvalid' }).optional(),
    }),
    data: z.object({ users: z.array(user), pagination: usersPagination }),
  }),
  'accounts.user': endpoint({
    method: 'GET',
    path: '/api/users/{id}',
    access: 'signedIn',
    does: "A person's public facts; email and role only for the person and admins.",
    params: z.object({ id }),
    data: z.object({ user: publicUser }),
    errors: ['USER_NOT_FOUND'],
  }),
  'accounts.changeUser': endpoint({
    method: 'PATCH',
    path: '/api/users/{id}',
    access: 'signedIn',
    does: "One's own password; an admin: somebody else's password and role.",
    params: z.object({ id }),
    body: changeUserBody,
    data: z.object({ user }),
    errors: ['FORBIDDEN', 'OWN_ACCOUNT_EDIT', 'LAST_ADMIN', 'USER_NOT_FOUND'],
  }),
  'accounts.deleteUser': endpoint({
    method: 'DELETE',
    path: '/api/users/{id}',
    access: 'admin',
    does: 'Soft-deletes an account: sessions end, posts and comments stay, the name stays taken.',
    params: z.object({ id }),
    data: z.object({ user }),
    errors: ['OWN_ACCOUNT', 'LAST_ADMIN', 'USER_NOT_FOUND'],
  }),
  'accounts.restoreUser': endpoint({
    method: 'PATCH',
    path: '/api/users/{id}/restore',
    access: 'admin',
    does: 'Reactivates a soft-deleted account.',
    params: z.object({ id }),
    data: z.object({ user }),
    errors: ['OWN_ACCOUNT', 'USER_NOT_FOUND'],
  }),
  'accounts.sessions': endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'signedIn',
    does: "The person's live sessions.",
    data: z.object({
      sessions: z.array(
        z.object({
          _id: id,
          created_at: isoTime,
          last_used_at: isoTime,
          device: z.string(),
          current: z.boolean(),
        }),
      ),
    }),
  }),
  'accounts.endOtherSessions': endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/others',
    access: 'signedIn',
    does: 'Signs out everywhere else.',
    data: z.object({}),
  }),
  'accounts.endSession': endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    access: 'signedIn',
    does: "Ends one of one's own sessions.",
    params: z.object({ id }),
    data: z.object({}),
    errors: ['NOT_FOUND'],
  }),
};
