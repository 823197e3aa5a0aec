import type { activityEndpoints } from '@duet/contract/activity/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { siteNotices } from './notices.ts';
import { showActivity } from './show.ts';
import { everyKind } from './store.ts';
import { markRead, unreadCount } from './unread.ts';

export const activityHandlers: Handlers<typeof activityEndpoints> = {
  'activity.list': async (context, { viewer, query }) => {
    const all = query.filter === 'all' || query.type === 'all';
    const { activities, pagination } = await showActivity(context, all ? everyKind : ['comments'], query);
    if (query.page === 1) await markRead(context, viewer.id);
    return { data: { pagination, notices: await siteNotices(context) }, activities };
  },
  'activity.unreadCount': async (context, { viewer }) => ({
    data: { unreadCount: await unreadCount(context, viewer.id) },
  }),
  'activity.markRead': async (context, { viewer }) => {
    await markRead(context, viewer.id);
    return { data: { unreadCount: await unreadCount(context, viewer.id) } };
  },
};
