import type { cleanupEndpoints } from '@duet/contract/cleanup/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { deleteOrphans } from './execute.ts';
import { findAllOrphans } from './orphans.ts';
import { presentOrphans } from './present.ts';
import { mediaUsage } from './stored-files.ts';

export const cleanupHandlers: Handlers<typeof cleanupEndpoints> = {
  'cleanup.mediaStats': async (context) => ({ data: { directories: await mediaUsage(context) } }),
  'cleanup.mediaPreview': async (context, { viewer, query }) => ({
    data: presentOrphans(context, await findAllOrphans(context, query.directories), viewer),
  }),
  // Only runs are counted: a wrong confirmation has cost nothing.
  'cleanup.mediaExecute': async (context, call) => {
    await context.limiter.consume('cleanup', `${call.viewer.id} media`);
    const removed = await deleteOrphans(context, call, call.body.directories);
    return { data: presentOrphans(context, removed, call.viewer) };
  },
};
