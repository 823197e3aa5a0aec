import { CallFailure, failureText, isOfflineFailure, isTransient } from '../../../api/failure.ts';
import { onOutboxElsewhere } from '../../../device/outbox.ts';
import { t } from '../../../i18n/language.ts';
import { followPerson } from '../../../session/session.ts';
import { toast } from '../../../ui/toast.ts';
import { noteNewest, noteRead } from '../inbox/inbox-cache.ts';
import { messageApiOf } from '../message-api.ts';
import { MessageOutbox } from './outbox.ts';
import { ThreadStore } from './thread-store.ts';

const stores = new Map<string, ThreadStore>();
let owner: string | null = null;
let isFollowing = false;

/** Conversations belong to one person; with the next one they begin anew. */
function belongTo(userId: string | null): void {
  if (owner === userId) return;
  for (const store of stores.values()) store.end();
  stores.clear();
  owner = userId;
}

/** Follows who is here and what other tabs do, from the first conversation on. */
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  followPerson((user) => belongTo(user?._id ?? null));
  onOutboxElsewhere(() => {
    for (const store of stores.values()) store.followOtherTab();
  });
}

/** The conversation of a person with a partner: the same one, whether its sheet is open or not. */
export function threadStoreOf(userId: string, partnerId: string): ThreadStore {
  follow();
  belongTo(userId);
  const store = stores.get(partnerId) ?? newStore(userId, partnerId);
  stores.set(partnerId, store);
  return store;
}

/** The same, where there is one already. */
export const existingThreadStore = (userId: string, partnerId: string): ThreadStore | undefined =>
  owner === userId ? stores.get(partnerId) : undefined;

function newStore(userId: string, partnerId: string): ThreadStore {
  const store: ThreadStore = new ThreadStore(partnerId, {
    api: messageApiOf(userId),
    outbox: new MessageOutbox(userId),
    reasonOf: (error) => (error instanceof CallFailure ? failureText(error, '') || null : null),
    loadFailed: (error) => failureText(error, t('messages.loadFailed')),
    isOffline: isOfflineFailure,
    isTransient,
    onRead({ partner, messages }) {
      const newest = messages.at(-1);
      if (newest) noteNewest(userId, partner, newest);
      noteRead(userId, partnerId);
    },
    onSent(message) {
      const { partner } = store.get();
      if (partner) noteNewest(userId, partner, message);
    },
    onSendFailed: () => toast.error(t('messages.sendFailed')),
  });
  return store;
}

/** Sends what waits on this device, such as what was on its way when a page was left. Answers how much still waits. */
export async function sendWaiting(userId: string): Promise<number> {
  const outbox = new MessageOutbox(userId);
  const waiting = () => outbox.all().filter(({ failed }) => !failed);
  const partners = new Set(waiting().map(({ partnerId }) => partnerId));
  await Promise.all([...partners].map((partnerId) => threadStoreOf(userId, partnerId).resume()));
  return waiting().length;
}
