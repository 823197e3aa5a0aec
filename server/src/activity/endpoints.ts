import type { activityEndpoints } from '@duet/contract/activity/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { siteNotices } from './notices.ts';
import { showActivity } from './show.ts';
import { everyKind } from './store.ts';
import { markRead, newestAct, unreadCount } from './unread.ts';

export const activityHandlers: Handlers<typeof activityEndpoints> = {
  'activity.list': async (context, { viewer, query }) => {
    const all = query.filter === 'all' || query.type === 'all';
    // Before the list is read: what is done meanwhile is in it or goes on counting.
    const upTo = query.page === 1 ? await newestAct(context) : null;
    const { activities, pagination } = await showActivity(context, all ? everyKind : ['comments'], query);
    if (upTo !== null) await markRead(context, viewer.id, upTo);
    return { data: { pagination, notices: await siteNotices(context) }, activities };
  },
  'activity.unreadCount': async (context, { viewer }) => ({
    data: { unreadCount: await unreadCount(context, viewer.id) },
  }),
  'activity.markRead': async (context, { viewer, body: { upTo } }) => {
    await markRead(context, viewer.id, upTo === undefined ? await newestAct(context) : Date.parse(upTo));
    return { data: { unreadCount: await unreadCount(context, viewer.id) } };
  },
};
