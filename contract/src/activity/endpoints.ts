import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { pagination } from '../posts/shapes.ts';
import { queryInteger, sentTime } from '../schemas.ts';
import { activity, siteNotice } from './shapes.ts';

const unreadCount = z.object({ unreadCount: z.number().int() });

export const activityEndpoints = {
  'activity.list': endpoint({
    method: 'GET',
    path: '/api/admin/activity',
    access: 'admin',
    does: 'What people did, newest first: comments, and with `filter=all` (or `type=all`) likes as well. Page 1 marks it read. `notices` is what the site itself has to say, such as a backup that failed.',
    query: z.object({
      /** Anything but `all` means comments only. */
      filter: z.string().optional(),
      type: z.string().optional(),
      page: queryInteger(1, 1_000_000, 1),
      limit: queryInteger(1, limits.activity.maxPageSize, limits.activity.pageSize),
    }),
    data: z.object({ pagination, notices: z.array(siteNotice) }),
    top: z.object({ activities: z.array(activity) }),
  }),
  'activity.unreadCount': endpoint({
    method: 'GET',
    path: '/api/admin/activity/unread-count',
    access: 'admin',
    does: 'What others did since this admin last looked, the comments whose reports are open, and the notices of the site.',
    data: unreadCount,
  }),
  'activity.markRead': endpoint({
    method: 'POST',
    path: '/api/admin/activity/mark-read',
    access: 'admin',
    does: 'Marks the activity read, with `upTo` no further than what was done then; open reports and notices go on counting.',
    body: z.object({ upTo: sentTime.optional() }),
    data: unreadCount,
  }),
};
