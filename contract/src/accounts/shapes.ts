import { z } from 'zod';
import { cleanText } from '../plain-text.ts';
import { checkedText, id, isoTime } from '../schemas.ts';
import { displayNameFault } from './display-name.ts';
import { personNames } from './person-names.ts';
import { composedPassword, emailFault, passwordFault, storedEmail, usernameFault } from './rules.ts';

export const role = z.enum(['user', 'admin'], 'roleInvalid');
/**
 * Why a session ended: the role or the password was changed, it was signed out (here or from another device), it was not
 * used for too long, the account was deleted, or it was the oldest of too many.
 */
const sessionEndReason = z.enum(['role', 'password', 'signedOut', 'expired', 'deleted', 'replaced']);
export type SessionEndReason = z.output<typeof sessionEndReason>;

export const language = z.enum(['en', 'ro'], 'languageInvalid');

/** product.md §3, User, as the person themselves and admins see it. */
export const user = z.object({
  _id: id,
  id,
  ...personNames,
  /** Null for a person whom an admin added without one. */
  email: z.string().nullable(),
  /** A link that was mailed to the address was opened. */
  emailVerified: z.literal(true).optional(),
  /** In the list of people: mail to the address was refused for good, and what its mail server said. */
  mailRefused: z.object({ at: isoTime, answer: z.string() }).optional(),
  role,
  language: language.nullable(),
  profilePictureUrl: z.string().nullable(),
  created_at: isoTime,
  deleted: z.boolean(),
  /** Nobody has approved the account yet: it cannot be signed in to (decisions §8). */
  waiting: z.literal(true).optional(),
  /** To the person themselves: an admin who has to set up a second step before they may act as one. */
  secondStepRequired: z.literal(true).optional(),
});
export type User = z.output<typeof user>;

/** An account as it is now, for who wanted to change an earlier version of it. */
export const userConflict = z.object({
  user,
  /** Whether the password is another one than in that version. */
  passwordChanged: z.boolean(),
});
export type UserConflict = z.output<typeof userConflict>;

/** What signed-in people see of somebody else (decisions §3, `GET /api/users/{id}`). */
export const publicUser = z.object({
  _id: id,
  id,
  ...personNames,
  profilePictureUrl: z.string().nullable(),
  created_at: isoTime,
  postCount: z.number().int(),
  email: z.string().nullable().optional(),
  role: role.optional(),
  deleted: z.boolean().optional(),
});

export const signedIn = z.object({ token: z.string(), user });

/**
 * As signing in; where a second step is asked for (decisions §8), `next` and a token that is good for that step alone, until
 * `expires_at`, and nothing of the person yet.
 */
export const signedInOrNext = signedIn.partial({ user: true }).extend({
  next: z.enum(['totp', 'passkey']).optional(),
  /** The person has a passkey, which may take the place of the code; after a password link it goes on signing in. */
  passkeys: z.literal(true).optional(),
  expires_at: isoTime.optional(),
});
export type SignedInOrNext = z.output<typeof signedInOrNext>;

/** As signing in; without a token, and with `next`, where the account waits for an admin first. */
export const registered = signedIn
  .partial({ token: true })
  .extend({ next: z.literal('approval').optional() });
export type Registered = z.output<typeof registered>;

const filled = z
  .string({ error: (issue) => (issue.input === undefined ? 'fieldRequired' : 'fieldInvalid') })
  .min(1, 'fieldRequired');

/** Any text: what cannot be a name or a password is a wrong one (401), like every other. */
export const loginBody = z.object({ username: filled, password: filled });

export const registerBody = z.object({
  username: checkedText((text) => usernameFault(text.trim())).transform((text) => text.trim()),
  email: checkedText(emailFault).transform(storedEmail),
  password: checkedText((text) => passwordFault(composedPassword(text))),
  /** From the one-time set-up link; the account made with it is an admin. */
  setupCode: z.string().max(200, 'SETUP_CODE_INVALID').optional(),
  /** From the link of an invitation, whose role the account gets. */
  invitation: z.string('fieldInvalid').max(200, 'INVITATION_OVER').optional(),
  language: language.optional(),
});

/** What people call themselves: trimmed, in NFC; empty, or null, for none (decisions §8). */
const displayName = z
  .string('fieldInvalid')
  .nullable()
  .transform((text) => text?.trim() ?? '')
  .superRefine((text, context) => {
    const key = displayNameFault(text);
    if (key) context.addIssue({ code: 'custom', message: key });
  })
  .transform(cleanText);

/** An email that may be left out; an empty one is none. */
export const optionalEmail = checkedText((text) => (storedEmail(text) === '' ? null : emailFault(text)))
  .nullish()
  .transform((text) => storedEmail(text ?? '') || null);

/** A person whom an admin adds. */
export const createUserBody = z.object({
  username: registerBody.shape.username,
  email: optionalEmail,
  displayName: displayName.default(''),
  role: role.default('user'),
});

/** The code of a one-time link for a password: it opens `/new-password#code`, once, until it expires. */
export const passwordLink = z.object({ code: z.string(), expires_at: isoTime });
export type PasswordLink = z.output<typeof passwordLink>;

export const preferences = z.object({
  notifications_push: z.boolean(),
  language: language.nullable(),
  disable_for_week: z.boolean(),
  disabled_until: isoTime.nullable(),
  /** New posts as well. */
  notifications_posts: z.boolean(),
  /** The words of messages and comments too, where a locked screen may show them. */
  notifications_text: z.boolean(),
});

export const savePreferencesBody = z.object({
  notifications_push: z.boolean('fieldInvalid').optional(),
  language: language.optional(),
  disable_for_week: z.boolean('fieldInvalid').optional(),
  notifications_posts: z.boolean('fieldInvalid').optional(),
  notifications_text: z.boolean('fieldInvalid').optional(),
});

const changeable = z.looseObject({
  password: checkedText((text) => passwordFault(composedPassword(text))).optional(),
  role: role.optional(),
  displayName: displayName.optional(),
});

/** Nothing else may stand in it: an email that seems to be changed, and is not, would be worse than a refusal. */
export const changeUserBody = changeable.superRefine((body, context) => {
  for (const field of Object.keys(body)) {
    if (Object.hasOwn(changeable.shape, field)) continue;
    context.addIssue({ code: 'custom', path: [field], message: 'fieldNotAllowed' });
  }
});

export const deleteMeBody = z.object({ password: filled });

export const proofBody = z.object({ password: filled });

/** Any text: nobody learns which can be an address. */
export const forgottenBody = z.object({ email: filled.max(1000, 'fieldTooLong') });

export const usePasswordLinkBody = z.object({
  code: filled,
  password: checkedText((text) => passwordFault(composedPassword(text))),
});

/** product.md §3, Pagination (users). */
export const usersPagination = z.object({
  currentPage: z.number().int(),
  totalPages: z.number().int(),
  totalUsers: z.number().int(),
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
  limit: z.number().int(),
});
