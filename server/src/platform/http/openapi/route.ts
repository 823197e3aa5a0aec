import { apiHeaders } from '../headers.ts';
import type { MoreRoutes } from '../server.ts';
import type { Table } from '../table.ts';
import { openApi } from './document.ts';

/** `GET /api/openapi.json`: the table for programs. */
export function openApiRoutes(table: Table): MoreRoutes {
  let text: string | undefined;
  return (app, { context }) => {
    app.get('/api/openapi.json', async (_request, reply) => {
      text ??= JSON.stringify(openApi(table, context.config.publicUrl ?? '/'));
      return reply.headers(apiHeaders).send(text);
    });
  };
}
