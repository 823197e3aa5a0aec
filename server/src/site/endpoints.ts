import type { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { showSite } from './site.ts';

export const siteHandlers: Handlers<typeof siteEndpoints> = {
  'site.show': async (context) => ({ data: { site: showSite(context) } }),
};
