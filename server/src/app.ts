import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { mediaEndpoints } from '@duet/contract/media/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { FastifyInstance } from 'fastify';
import { authenticate } from './accounts/authenticate.ts';
import { accountsHandlers } from './accounts/endpoints.ts';
import { mediaHandlers } from './media/endpoints.ts';
import { serveMedia } from './media/serve.ts';
import { messagesHandlers } from './messages/endpoints.ts';
import type { Context } from './platform/context.ts';
import type { Handlers } from './platform/http/handler.ts';
import { openApiRoutes } from './platform/http/openapi-route.ts';
import { createServer, type MoreRoutes } from './platform/http/server.ts';
import { readWebFiles } from './platform/http/web-files.ts';

const table = { ...accountsEndpoints, ...mediaEndpoints, ...messagesEndpoints };

/** Every noun's handlers; a row of the contract without one does not compile. */
const handlers: Handlers<typeof table> = { ...accountsHandlers, ...mediaHandlers, ...messagesHandlers };

/** What is no row of the contract: files, streams, documents. */
const routes: readonly MoreRoutes[] = [openApiRoutes(table), serveMedia];

export interface AppOptions {
  readonly stopping: AbortSignal;
  /** The built web app. */
  readonly webDir: URL;
  readonly shedLoad?: boolean;
  readonly checkAnswers?: boolean;
}

/** Joins every noun's endpoints to the HTTP layer. */
export async function createApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const { webDir, ...rest } = options;
  return createServer({
    ...rest,
    context,
    table,
    handlers,
    authenticate,
    routes,
    webApp: { files: await readWebFiles(webDir), head: async () => '' },
  });
}
