import { z } from 'zod';
import { isoTime } from '../schemas.ts';
import { registerBody } from './shapes.ts';

export const changeEmailBody = registerBody.pick({ email: true });
export const changeUsernameBody = registerBody.pick({ username: true });

export const confirmEmailBody = z.object({
  /** As it stands in the link; one that lost it leads nowhere. */
  code: z.string('fieldInvalid').min(1, 'EMAIL_LINK_INVALID').max(200, 'EMAIL_LINK_INVALID'),
});

/** One's own address, and the one that takes its place once the link that was mailed there is opened. */
export const ownEmail = z.object({
  email: z.string().nullable(),
  verified: z.boolean(),
  /** Since when the mail server of the address says that nobody has it; null where it does not. */
  refused: isoTime.nullable(),
  pending: z.object({ email: z.string(), expires_at: isoTime }).nullable(),
});
export type OwnEmail = z.output<typeof ownEmail>;
