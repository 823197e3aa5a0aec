import type { Endpoint, Method } from '@duet/contract/endpoint';

/** Rows of the contract by name, as `contract/src/endpoints.ts` has them. */
export type Table = Readonly<Record<string, Endpoint>>;

/** `/api/posts/{id}` as Fastify writes it, without the action that a path may end with. */
export const routePath = (path: string): string => (path.split('?', 1)[0] ?? '').replace(/\{(\w+)\}/g, ':$1');

/** The action in a row's path, where several rows share method and path. */
export const actionOf = (path: string): string | null =>
  new URLSearchParams(path.split('?', 2)[1] ?? '').get('action');

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[];

/** For each path of the table the methods that it takes. */
export function methodsByPath(table: Table): Map<string, Method[]> {
  const known = new Map<string, Method[]>();
  for (const { path, method } of Object.values(table)) {
    const route = routePath(path);
    known.set(route, [...new Set([...(known.get(route) ?? []), method])]);
  }
  return known;
}
