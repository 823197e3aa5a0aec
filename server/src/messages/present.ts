import type {
  BlockedPerson,
  Conversation,
  Message,
  Partner,
  Recipient,
} from '@duet/contract/messages/shapes';
import { type Person, pictureUrl } from '../accounts/person.ts';
import { isoTime } from '../platform/iso-time.ts';
import type { ConversationLine, listBlocked, StoredMessage } from './store.ts';
import type { FoundRecipient } from './store-recipients.ts';

/** A message as one of its two readers sees it; what the sender's device called it is the sender's own. */
export function presentMessage(message: StoredMessage, sender: Person, readerId: string): Message {
  return {
    _id: message.id,
    sender_id: message.sender_id,
    senderId: message.sender_id,
    sender: {
      username: sender.username,
      displayName: sender.displayName,
      profilePictureUrl: sender.profilePictureUrl,
    },
    recipientId: message.recipient_id,
    message: message.text,
    created_at: isoTime(message.created_at),
    read_at: message.read_at === null ? null : isoTime(message.read_at),
    isTemp: false,
    ...(message.client_id !== null && message.sender_id === readerId && { clientId: message.client_id }),
  };
}

export const presentPartner = (partner: Person): Partner => ({
  id: partner.id,
  username: partner.username,
  displayName: partner.displayName,
  profilePicture: partner.profilePictureUrl,
  deleted: partner.deleted,
});

export const presentConversation = (line: ConversationLine): Conversation => ({
  partnerId: line.partner_id,
  partnerUsername: line.username,
  partnerDisplayName: line.display_name,
  partnerProfilePicture: pictureUrl(line.picture_path),
  lastMessage: line.text,
  lastMessageTime: isoTime(line.created_at),
  unreadCount: Number(line.unread),
});

export const presentBlocked = (person: Awaited<ReturnType<typeof listBlocked>>[number]): BlockedPerson => ({
  _id: person.id,
  username: person.username,
  displayName: person.display_name,
  profilePictureUrl: pictureUrl(person.picture_path),
  created_at: isoTime(person.created_at),
});

export const presentRecipient = (person: FoundRecipient): Recipient => ({
  _id: person.id,
  username: person.username,
  displayName: person.display_name,
  profilePictureUrl: pictureUrl(person.picture_path),
});
