import type { feedsEndpoints } from '@duet/contract/feeds/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { feedAddresses, renewKey } from './keys.ts';

export const feedsHandlers: Handlers<typeof feedsEndpoints> = {
  'feeds.show': async (context, { viewer }) => ({ data: { feeds: await feedAddresses(context, viewer) } }),
  'feeds.renew': async (context, { viewer }) => ({ data: { feeds: await renewKey(context, viewer) } }),
};
