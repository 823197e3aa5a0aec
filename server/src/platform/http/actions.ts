import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';
import type { RouteAuthorization } from './authorize.ts';
import { actionOf, routePath, type Table } from './table.ts';

/** Rows that share method and path are found by the query's `action`; the router asks this of each request. */
export function routeByAction(app: FastifyInstance): void {
  app.addConstraintStrategy({
    name: 'action',
    storage: () => {
      const routes = new Map<string, never>();
      return {
        get: (action) => routes.get(String(action)) ?? null,
        set: (action, route) => void routes.set(String(action), route as never),
        del: (action) => void routes.delete(String(action)),
        empty: () => routes.clear(),
      };
    },
    validate: () => {},
    deriveConstraint: ({ url = '' }: { url?: string | undefined }) => {
      const search = url.indexOf('?');
      if (search < 0 || !url.includes('action=', search)) return undefined;
      return new URLSearchParams(url.slice(search + 1)).get('action') ?? undefined;
    },
  });
}

/** What the router is told of a row with an action; nothing for all others. */
export function constraintsOf(path: string): { constraints?: { action: string } } {
  const action = actionOf(path);
  return action === null ? {} : { constraints: { action } };
}

/** An action that no row has, or none, is INVALID; to those who may not call it is what their access makes it. */
export function refuseUnknownActions(
  app: FastifyInstance,
  table: Table,
  authorization: RouteAuthorization,
): void {
  const rows = Object.values(table).filter(({ path }) => actionOf(path) !== null);
  const places = new Map(rows.map((row) => [`${row.method} ${routePath(row.path)}`, row]));
  for (const { method, path, access } of places.values()) {
    app.route({
      method,
      url: routePath(path),
      onRequest: authorization.authorize(access),
      // No body is read for a call that is none.
      preParsing: async () => {
        throw new Failure('INVALID', { fields: { action: 'uploadActionInvalid' } });
      },
      handler: async () => {},
    });
  }
}
