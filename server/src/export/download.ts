import { exportFileName, exportPath } from '@duet/contract/export/route';
import { requireProof } from '../accounts/sessions/proof.ts';
import { apiHeaders } from '../platform/http/headers.ts';
import type { MoreRoutes } from '../platform/http/server.ts';
import { archiveOf } from './archive.ts';

/**
 * `GET /api/users/me/export`: one's own data, as it is read, for who has lately proved who they are (PROOF_NEEDED). Whoever
 * leaves half-way ends the reading.
 */
export const downloadOwnData: MoreRoutes = (app, { authorize, context }) => {
  app.route({
    method: 'GET',
    url: exportPath,
    exposeHeadRoute: false,
    onRequest: authorize('signedIn', { scope: null }),
    handler: async (request, reply) => {
      const { viewer, language } = request.caller;
      if (!viewer) return reply.callNotFound();
      // Before it is counted: who is asked for a proof comes again with it.
      await requireProof(context, viewer);
      await context.limiter.consume('dataExport', viewer.id);
      const archive = archiveOf(context, viewer, viewer.language ?? language);
      archive.on('error', (err) => request.log.warn({ err }, 'an archive of own data was not finished'));
      return reply
        .headers({
          ...apiHeaders,
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${exportFileName(viewer.username, context.clock.now())}"`,
        })
        .send(archive);
    },
  });
};
