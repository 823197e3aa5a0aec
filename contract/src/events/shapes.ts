import { z } from 'zod';
import { personNames } from '../accounts/person-names.ts';
import { message } from '../messages/shapes.ts';
import { postType } from '../posts/shapes.ts';
import { id, isoTime } from '../schemas.ts';
import { wholeSite } from '../site/shapes.ts';

/** What stands in the `data` of each event, as JSON. */
export const eventShapes = {
  /** A message that the person has sent or got, as they see it; on all of their screens. */
  message: z.object({ message }),
  /**
   * `readerId` has read what `partnerId` wrote to them; told to both. It is the messages `ids`, and where `olderThan` names one, all
   * older than it. `upToId`, the newest of them, is for apps from before those two: a message that was stored late may be older
   * and wait nevertheless. A server from before them tells it alone.
   */
  read: z.object({
    ...{ readerId: id, partnerId: id, upToId: id, read_at: isoTime },
    ...{ ids: z.array(id).optional(), olderThan: id.nullable().optional() },
  }),
  /** What waits for the person now: in all, and from the one with whom it has just changed. */
  unread: z.object({
    unreadCount: z.number().int(),
    conversation: z.object({ partnerId: id, unreadCount: z.number().int() }),
  }),
  /** For admins: what the activity shows or counts has changed. */
  activity: z.object({ unreadCount: z.number().int() }),
  /** A post that the person may see has come out. */
  post: z.object({ post: z.object({ _id: id, postType }) }),
  /** Somebody is called otherwise; their names as they are now. */
  person: z.object({ person: z.object({ _id: id, ...personNames }) }),
  /** Settings of the site have changed; all of them as they are now. */
  site: z.object({ site: wholeSite }),
  /** The server does not know what this screen has missed: ask for everything that is shown. */
  resync: z.object({}),
} as const;

export type EventName = keyof typeof eventShapes;
export type EventData<N extends EventName> = z.output<(typeof eventShapes)[N]>;
/** An event without its id. */
export type DuetEvent = {
  readonly [N in EventName]: { readonly name: N; readonly data: EventData<N> };
}[EventName];
