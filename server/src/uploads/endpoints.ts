import type { uploadsEndpoints } from '@duet/contract/uploads/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { acceptedTypes } from './accepted-types.ts';
import { cancelUpload } from './cancel.ts';
import { initUpload } from './init.ts';
import { listOpenUploads } from './list-open.ts';
import { receiveChunk } from './receive-chunk.ts';
import { totalChunks } from './session.ts';
import { showStatus } from './status.ts';

export const uploadsHandlers: Handlers<typeof uploadsEndpoints> = {
  'uploads.init': async (context, { viewer, body }) => {
    const session = await initUpload(context, viewer.id, body);
    const expiresAt = new Date(session.expires_at).toISOString();
    const data = { chunkSize: session.chunk_size, totalChunks: totalChunks(session), expiresAt };
    return { sessionId: session.id, data };
  },
  'uploads.chunk': async (context, { viewer, query, request }) => ({
    data: {
      chunkIndex: query.chunkIndex,
      size: await receiveChunk(context, viewer.id, query, request.raw),
    },
  }),
  'uploads.status': async (context, { viewer, query }) => ({
    data: await showStatus(context, viewer.id, query.sessionId),
  }),
  'uploads.open': async (context, { viewer }) => ({
    data: {
      uploads: await listOpenUploads(context, viewer.id),
      acceptedTypes: await acceptedTypes(context),
    },
  }),
  'uploads.cancel': async (context, { viewer, query }) => {
    await cancelUpload(context, viewer.id, query.sessionId);
    return { data: {} };
  },
};
