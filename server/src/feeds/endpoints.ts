import type { feedsEndpoints } from '@duet/contract/feeds/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { feedUrls, renewKey } from './keys.ts';

export const feedsHandlers: Handlers<typeof feedsEndpoints> = {
  'feeds.show': async (context, { viewer }) => ({ data: { feeds: await feedUrls(context, viewer) } }),
  'feeds.renew': async (context, { viewer }) => ({ data: { feeds: await renewKey(context, viewer) } }),
};
