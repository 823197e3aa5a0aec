import type { viewsEndpoints } from '@duet/contract/views/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { recordViews } from './record.ts';

export const viewsHandlers: Handlers<typeof viewsEndpoints> = {
  'views.record': async (context, call) => {
    await recordViews(context, call, call.body);
    return { data: {} };
  },
};
