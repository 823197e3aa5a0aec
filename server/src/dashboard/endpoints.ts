import type { dashboardEndpoints } from '@duet/contract/dashboard/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { siteStats } from './site.ts';

export const dashboardHandlers: Handlers<typeof dashboardEndpoints> = {
  'dashboard.stats': async (context) => ({ data: { numbers: await siteStats(context) } }),
};
