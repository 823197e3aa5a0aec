import { apiHeaders } from './headers.ts';
import { openApi } from './openapi.ts';
import type { MoreRoutes } from './server.ts';
import type { Table } from './table.ts';

/** `GET /api/openapi.json`: the table for programs. */
export function openApiRoutes(table: Table): MoreRoutes {
  let text: string | undefined;
  return (app) => {
    app.get('/api/openapi.json', async (_request, reply) => {
      text ??= JSON.stringify(openApi(table));
      return reply.headers(apiHeaders).send(text);
    });
  };
}
