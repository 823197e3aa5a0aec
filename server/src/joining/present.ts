import type { Invitation } from '@duet/contract/joining/shapes';
import { pictureUrl } from '../accounts/person.ts';
import { isoTime } from '../platform/iso-time.ts';
import type { InvitationWithCreator, Joined } from './store.ts';

function stateOf(invitation: InvitationWithCreator, now: number): Invitation['state'] {
  if (invitation.revoked_at !== null) return 'revoked';
  if (invitation.used >= invitation.uses) return 'used';
  if (invitation.expires_at <= now) return 'expired';
  return invitation.creator_acts ? 'open' : 'over';
}

/** An invitation as admins see it, without its code. `joined` may be those of others as well. */
export const presentInvitation = (
  invitation: InvitationWithCreator,
  joined: readonly Joined[],
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
