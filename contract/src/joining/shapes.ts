import { z } from 'zod';
import { personNames } from '../accounts/person-names.ts';
import { optionalEmail, role } from '../accounts/shapes.ts';
import { limits } from '../limits.ts';
import { plainText } from '../plain-text.ts';
import { id, isoTime } from '../schemas.ts';

const { invitation: limit } = limits;
const between = (min: number, max: number) =>
  z.number('fieldInvalid').int('fieldInvalid').min(min, 'fieldInvalid').max(max, 'fieldInvalid');

export const createInvitationBody = z.object({
  role: role.default('user'),
  /** How many accounts may be made with it. */
  uses: between(1, limit.maxUses).default(limit.defaultUses),
  expiresInDays: between(1, limit.maxDays).default(limit.defaultDays),
  /** For the admins, such as whom it is for. */
  note: plainText(limit.noteChars).default(''),
  /** Where the link is mailed to; empty, or absent, where it is handed over. */
  email: optionalEmail,
});

/** `over` where nobody can use it any more: its time is up, it was revoked, or who made it is no admin any more. */
const invitationState = z.enum(['open', 'used', 'expired', 'revoked', 'over']);

/** An invitation (decisions §8). `url` and `code` stand in the answer that made it, and nowhere else. */
export const invitation = z.object({
  _id: id,
  url: z.string().optional(),
  code: z.string().optional(),
  role,
  uses: z.number().int(),
  used: z.number().int(),
  expires_at: isoTime,
  note: z.string(),
  created_at: isoTime,
  /** The id of the admin who made it, and their names. */
  created_by: id,
  creator: z.object({ _id: id, ...personNames }),
  state: invitationState,
  /** Of one whose link was mailed. `withdrawn` where it was revoked before that. */
  mail: z
    .object({
      email: z.string(),
      state: z.enum(['waiting', 'sent', 'failed', 'withdrawn']),
      /** What the mail server said of a mail that failed; '' where it said nothing. */
      answer: z.string(),
    })
    .optional(),
  /** Who came by it, the first one first. */
  people: z.array(
    z.object({
      _id: id,
      ...personNames,
      profilePictureUrl: z.string().nullable(),
      created_at: isoTime,
    }),
  ),
});
export type Invitation = z.output<typeof invitation>;

/** The code of an invitation, as it stands in its link; a link that lost it leads as far as one that is over. */
const invitationCode = z.string('fieldInvalid').min(1, 'INVITATION_OVER').max(200, 'INVITATION_OVER');

export const lookUpInvitationBody = z.object({ invitation: invitationCode });
