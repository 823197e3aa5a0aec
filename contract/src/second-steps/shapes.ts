import { z } from 'zod';
import { isoTime } from '../schemas.ts';

/** Whether somebody signs in with a second step, and what is left of its recovery codes. */
export const secondStep = z.object({
  on: z.boolean(),
  /** Since when; null where it is off. */
  since: isoTime.nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondStep = z.output<typeof secondStep>;

/** What an authenticator app takes over: the secret in Base32 (RFC 4648), and the same as an `otpauth:` address to scan. */
export const totpSecret = z.object({ secret: z.string(), uri: z.string() });

/** Shown once: the server keeps their hashes only. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const code = z
  .string({ error: (issue) => (issue.input === undefined ? 'fieldRequired' : 'fieldInvalid') })
  .min(1, 'fieldRequired')
  .max(100, 'fieldTooLong');

export const confirmTotpBody = z.object({ code });

/** `code`: what the app shows, or a recovery code. `token`: that of the sign-in which waits for it. */
export const signInWithCodeBody = z.object({ token: code, code });
