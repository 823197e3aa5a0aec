import { Failure } from '../platform/failure.ts';
import type { MoreRoutes } from '../platform/http/server.ts';

/** Any other path below `/api/admin`: 404 for admins, and nothing to learn of what there is for everybody else. */
export const unknownAdminPaths: MoreRoutes = (app, authorization) => {
  for (const url of ['/api/admin', '/api/admin/*']) {
    app.all(url, { onRequest: authorization.authorize('admin') }, async () => {
      throw new Failure('NOT_FOUND');
    });
  }
};
