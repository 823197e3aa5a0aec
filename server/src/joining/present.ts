import type { Invitation } from '@duet/contract/joining/shapes';
import { pictureUrl } from '../accounts/person.ts';
import type { MailState } from '../mail/mail.ts';
import { isoTime } from '../platform/iso-time.ts';
import type { InvitationWithCreator, Joined } from './store.ts';

function stateOf(invitation: InvitationWithCreator, now: number): Invitation['state'] {
  if (invitation.revoked_at !== null) return 'revoked';
  if (invitation.used >= invitation.uses) return 'used';
  if (invitation.expires_at <= now) return 'expired';
  return invitation.creator_acts ? 'open' : 'over';
}

/** What is known besides of some invitations, this one among them. */
interface Beside {
  readonly joined: readonly Joined[];
  readonly mails: ReadonlyMap<string, MailState>;
}

/** One that is not there any more was sent long ago, or withdrawn. */
function mailOf({ email, mail_id, revoked_at }: InvitationWithCreator, mails: Beside['mails']) {
  if (email === null || mail_id === null) return {};
  const known = mails.get(mail_id);
  const state = known?.state ?? (revoked_at === null ? ('sent' as const) : ('withdrawn' as const));
  return { mail: { email, state, answer: state === 'failed' ? (known?.answer ?? '') : '' } };
}

/** An invitation as admins see it, without its code. */
export const presentInvitation = (
  invitation: InvitationWithCreator,
  { joined, mails }: Beside,
  now: number,
): Invitation => ({
  _id: invitation.id,
  role: invitation.role,
  uses: invitation.uses,
  used: invitation.used,
  expires_at: isoTime(invitation.expires_at),
  note: invitation.note,
  created_at: isoTime(invitation.created_at),
  created_by: invitation.created_by,
  creator: {
    _id: invitation.created_by,
    username: invitation.username,
    displayName: invitation.display_name,
  },
  state: stateOf(invitation, now),
  ...mailOf(invitation, mails),
  people: joined
    .filter((person) => person.invitation_id === invitation.id)
    .map((person) => ({
      _id: person.id,
      username: person.username,
      displayName: person.display_name,
      profilePictureUrl: pictureUrl(person.picture_path),
      created_at: isoTime(person.created_at),
    })),
});
