import { type Endpoints, endpoints } from '@duet/contract/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { aboutHandlers } from './about/endpoints.ts';
import { aboutTags, isAboutPage } from './about/link-preview.ts';
import { accountsHandlers } from './accounts/endpoints.ts';
import { identityHandlers } from './accounts/names/identity-endpoints.ts';
import { personalTokenHandlers } from './accounts/personal-tokens/personal-token-endpoints.ts';
import { authenticate, recognize } from './accounts/sessions/authenticate.ts';
import { activityHandlers } from './activity/endpoints.ts';
import { unknownAdminPaths } from './activity/unknown-path.ts';
import { auditHandlers } from './audit/endpoints.ts';
import { watchRefusals } from './audit/refusals.ts';
import { cachedRows } from './cached-rows.ts';
import { cleanupHandlers } from './cleanup/endpoints.ts';
import { commentsHandlers } from './comments/endpoints.ts';
import { dashboardHandlers } from './dashboard/endpoints.ts';
import { digestHandlers } from './digest/endpoints.ts';
import { serveUnsubscribe } from './digest/unsubscribe.ts';
import { serveEvents } from './events/endpoints.ts';
import { downloadOwnData } from './export/download.ts';
import { feedsHandlers } from './feeds/endpoints.ts';
import { serveFeeds } from './feeds/endpoints-documents.ts';
import { joiningHandlers } from './joining/endpoints.ts';
import { mediaHandlers } from './media/endpoints.ts';
import { withMemberUrls } from './media/member-urls.ts';
import { serveMedia } from './media/serve.ts';
import { messagesHandlers } from './messages/endpoints.ts';
import { passkeyHandlers } from './passkeys/endpoints.ts';
import type { Context } from './platform/context.ts';
import type { Handlers } from './platform/http/handler.ts';
import { acceptedLanguage } from './platform/http/language.ts';
import { openApiRoutes } from './platform/http/openapi/route.ts';
import { createServer, type MoreRoutes } from './platform/http/server.ts';
import { readWebFiles } from './platform/http/web-files.ts';
import { plainAddress } from './platform/ip-addresses.ts';
import { postsHandlers } from './posts/endpoints.ts';
import { headTags, type OpenedPage } from './posts/link-preview.ts';
import { videoHandlers } from './posts/video-endpoints.ts';
import { pushHandlers } from './push/endpoints.ts';
import { totpHandlers } from './second-steps/endpoints.ts';
import { siteHandlers } from './site/endpoints.ts';
import { uploadsHandlers } from './uploads/endpoints.ts';
import { viewsHandlers } from './views/endpoints.ts';
import { workKinds } from './work-kinds.ts';

/** Every noun's handlers; a row of the contract without one does not compile. */
const handlers: Handlers<Endpoints> = {
  ...accountsHandlers,
  ...identityHandlers,
  ...totpHandlers,
  ...passkeyHandlers,
  ...personalTokenHandlers,
  ...joiningHandlers,
  ...postsHandlers,
  ...mediaHandlers,
  ...uploadsHandlers,
  ...videoHandlers,
  ...commentsHandlers,
  ...messagesHandlers,
  ...pushHandlers,
  ...activityHandlers,
  ...cleanupHandlers,
  ...viewsHandlers,
  ...auditHandlers,
  ...dashboardHandlers,
  ...siteHandlers,
  ...aboutHandlers,
  ...feedsHandlers,
  ...digestHandlers,
};

/** What is no row of the contract: files, streams, documents. */
const routes: readonly MoreRoutes[] = [
  openApiRoutes(endpoints),
  serveMedia,
  serveFeeds,
  serveUnsubscribe,
  downloadOwnData,
  serveEvents,
  unknownAdminPaths,
];

interface AppOptions {
  readonly stopping: AbortSignal;
  /** The built web app. */
  readonly webDir: URL;
  readonly shedLoad?: boolean;
  readonly checkAnswers?: boolean;
}

/** Joins every noun's endpoints to the HTTP layer. */
export async function createApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const { webDir, ...rest } = options;
  const refusals = watchRefusals(context);
  const app = await createServer({
    ...rest,
    context,
    table: endpoints,
    handlers,
    cached: cachedRows,
    work: workKinds,
    forMember: withMemberUrls,
    authenticate,
    recognize,
    routes,
    onRefusal: refusals.note,
    webApp: {
      files: await readWebFiles(webDir),
      head: (request) => previewOf(context, request),
    },
  });
  app.addHook('onClose', () => refusals[Symbol.asyncDispose]());
  return app;
}

/** What a page says of itself; without it, where somebody asks for too many, the page is still a page. */
async function previewOf(context: Context, request: FastifyRequest): Promise<string> {
  const { admission, limiter } = context;
  const page = openedPage(context, request);
  const isAbout = isAboutPage(page.path);
  if (isAbout || page.path.startsWith('/post/')) await limiter.consume('pages', plainAddress(request.ip));
  return admission.run('page', 1, () => (isAbout ? aboutTags : headTags)(context, page));
}

function openedPage({ config }: Context, request: FastifyRequest): OpenedPage {
  return {
    path: request.url.split('?', 1)[0] ?? '/',
    // Never of the request: whoever asks chooses its Host.
    origin: config.publicUrl ?? '',
    language: acceptedLanguage(request.headers['accept-language']),
  };
}
