import { z } from 'zod';
import { personNames } from '../accounts/person-names.ts';
import { storedText } from '../plain-text.ts';
import { checkedText, clientId, id, isoTime } from '../schemas.ts';
import { messageFault } from './rules.ts';

/** product.md §3, Message. `isTemp` is true on the device of the sender only, until the server has it. */
export const message = z.object({
  _id: id,
  sender_id: id,
  senderId: id,
  sender: z.object({ ...personNames, profilePictureUrl: z.string().nullable() }),
  recipientId: id,
  message: z.string(),
  created_at: isoTime,
  read_at: isoTime.nullable(),
  isTemp: z.boolean(),
  /** What the sender's device called it, for the sender only: it finds its pending copy by this. */
  clientId: z.string().optional(),
});
export type Message = z.output<typeof message>;

/** product.md §3, Conversation: one line of the inbox. */
export const conversation = z.object({
  partnerId: id,
  partnerUsername: z.string(),
  partnerDisplayName: z.string(),
  partnerProfilePicture: z.string().nullable(),
  lastMessage: z.string(),
  lastMessageTime: isoTime,
  unreadCount: z.number().int(),
});
export type Conversation = z.output<typeof conversation>;

export const partner = z.object({
  id,
  ...personNames,
  profilePicture: z.string().nullable(),
  /** Nobody can write to a deleted account; what was written stays readable. */
  deleted: z.boolean(),
});
export type Partner = z.output<typeof partner>;

/** Somebody whom one has blocked. */
export const blockedPerson = z.object({
  _id: id,
  ...personNames,
  profilePictureUrl: z.string().nullable(),
  created_at: isoTime,
});
export type BlockedPerson = z.output<typeof blockedPerson>;

/** Somebody to whom one may write. */
export const recipient = z.object({ _id: id, ...personNames, profilePictureUrl: z.string().nullable() });
export type Recipient = z.output<typeof recipient>;

export const sendBody = z.object({
  recipientId: z.string('fieldRequired').min(1, 'fieldRequired'),
  message: checkedText(messageFault).transform(storedText),
  /** Made by the sender's device for each message, so that a retry stores it once. */
  clientId: clientId.optional(),
});
