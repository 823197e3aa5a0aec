import type { DuetEvent } from '@duet/contract/events/shapes';
import { findPerson } from '../accounts/person.ts';
import { unreadCount } from '../activity/unread.ts';
import { showMessage, showUnread } from '../messages/show.ts';
import type { Context } from '../platform/context.ts';
import { isoTime } from '../platform/iso-time.ts';
import type { Signal } from '../platform/realtime/realtime.ts';
import { findAnnouncement } from '../posts/announcement.ts';
import { showWholeSite } from '../site/show.ts';

/** Who gets events for a signal, and which. */
interface Delivery {
  /** Ids of people, everybody with an open stream, or all admins with one. */
  readonly to: readonly string[] | 'all' | 'admins';
  /** Looked up when it is each one's turn, so that it is as recent as it can be. */
  find(userId: string): Promise<readonly DuetEvent[]>;
}

type PersonalSignal = Exclude<Signal, { type: 'sessions' }>;
type DeliveryOf<T extends PersonalSignal['type']> = (
  context: Context,
  signal: Extract<PersonalSignal, { type: T }>,
) => Delivery | null | Promise<Delivery | null>;

const message: DeliveryOf<'message'> = (context, { id, senderId, recipientId }) => ({
  to: [senderId, recipientId],
  async find(userId) {
    const shown = await showMessage(context, id, userId);
    if (!shown) return [];
    const event: DuetEvent = { name: 'message', data: { message: shown } };
    return userId === recipientId ? [event, await unread(context, userId, senderId)] : [event];
  },
});

const read: DeliveryOf<'read'> = (context, { readerId, senderId, at, ...which }) => ({
  to: [senderId, readerId],
  async find(userId) {
    const { upToId, ids, olderThan } = which;
    const data = {
      ...{ readerId, partnerId: senderId, upToId, read_at: isoTime(at) },
      ...(ids === undefined ? {} : { ids: [...ids], olderThan: olderThan ?? null }),
    };
    const event: DuetEvent = { name: 'read', data };
    return userId === readerId ? [event, await unread(context, userId, senderId)] : [event];
  },
});

const activity: DeliveryOf<'activity'> = (context, { adminId }) => ({
  to: adminId === undefined ? 'admins' : [adminId],
  find: async (userId) => [{ name: 'activity', data: { unreadCount: await unreadCount(context, userId) } }],
});

const post: DeliveryOf<'post'> = async (context, { id }) => {
  const found = await findAnnouncement(context.db.read, id);
  if (!found) return null;
  const { _id, postType } = found;
  return {
    to: found.adminsOnly ? 'admins' : 'all',
    find: async () => [{ name: 'post', data: { post: { _id, postType } } }],
  };
};

const person: DeliveryOf<'person'> = async (context, { id }) => {
  const found = await findPerson(context.db.read, id);
  if (!found || found.deleted) return null;
  const { username, displayName } = found;
  return {
    to: 'all',
    find: async () => [{ name: 'person', data: { person: { _id: id, username, displayName } } }],
  };
};

const site: DeliveryOf<'site'> = (context) => ({
  to: 'all',
  find: async () => [{ name: 'site', data: { site: await showWholeSite(context) } }],
});

async function unread(context: Context, userId: string, partnerId: string): Promise<DuetEvent> {
  return { name: 'unread', data: await showUnread(context, userId, partnerId) };
}

/** The events that a signal stands for; null where there is nothing to send any more. */
export async function deliveryOf(context: Context, signal: PersonalSignal): Promise<Delivery | null> {
  switch (signal.type) {
    case 'message':
      return message(context, signal);
    case 'read':
      return read(context, signal);
    case 'activity':
      return activity(context, signal);
    case 'post':
      return post(context, signal);
    case 'person':
      return person(context, signal);
    case 'site':
      return site(context, signal);
  }
}
