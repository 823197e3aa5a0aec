import type { EventData } from '@duet/contract/events/shapes';
import type { Live } from '../../api/live.ts';
import { currentSession } from '../../session/session.ts';
import { noteNewest, noteUnread, partnerIn, refetchUnread } from './inbox/inbox-cache.ts';
import { refreshMessages } from './refresh/use-refreshing.ts';
import { existingThreadStore } from './thread/thread-stores.ts';

const me = (): string => currentSession().user?._id ?? '';

/** Puts a message where it shows: in its thread, and on top of the inbox. */
function onMessage({ message }: EventData<'message'>): void {
  const own = message.senderId === me();
  const partnerId = own ? message.recipientId : message.senderId;
  const store = existingThreadStore(me(), partnerId);
  store?.arrived(message);
  const { username, displayName, profilePictureUrl } = message.sender;
  const known = own
    ? (store?.get().partner ?? partnerIn(me(), partnerId))
    : { id: partnerId, username, displayName, profilePicture: profilePictureUrl };
  if (known) noteNewest(me(), known, message);
  else refreshMessages();
}

function onRead({ readerId, read_at, ...read }: EventData<'read'>): void {
  if (readerId !== me()) existingThreadStore(me(), readerId)?.readByPartner(read, read_at);
}

function onUnread(unread: EventData<'unread'>): void {
  const isOpen = existingThreadStore(me(), unread.conversation.partnerId)?.isSeen ?? false;
  noteUnread(me(), unread, isOpen);
}

function onResync(): void {
  refreshMessages();
  refetchUnread();
}

/** Shows at once what the stream brings of messages. The polls go on beside it. */
export function followMessages(live: Live): void {
  live.on('message', onMessage);
  live.on('read', onRead);
  live.on('unread', onUnread);
  live.on('person', () => refreshMessages());
  live.on('resync', onResync);
  live.onBegin(() => refreshMessages());
}
