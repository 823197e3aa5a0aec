import type { cleanupEndpoints } from '@duet/contract/cleanup/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { deleteOrphans } from './execute.ts';
import { presentOrphans } from './present.ts';
import { findOrphans } from './preview.ts';
import { mediaUsage } from './stored-files.ts';

export const cleanupHandlers: Handlers<typeof cleanupEndpoints> = {
  'cleanup.mediaStats': async (context, { query }) => ({ data: await mediaUsage(context, query.after) }),
  'cleanup.mediaPreview': async (context, { viewer, query }) => ({
    data: presentOrphans(context, await findOrphans(context, query), viewer),
  }),
  // Only runs are counted: a wrong confirmation has cost nothing, and what goes on belongs to the run before.
  'cleanup.mediaExecute': async (context, call) => {
    const { viewer, body } = call;
    if (body.after === undefined) await context.limiter.consume('cleanup', `${viewer.id} media`);
    return { data: presentOrphans(context, await deleteOrphans(context, call, body), viewer) };
  },
};
