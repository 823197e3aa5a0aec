import { limits } from '@duet/contract/limits';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config/config.ts';
import { Failure } from '../failure.ts';
import { createAccessLog, logAnswers } from './access-log.ts';
import { answerFromCache } from './answer-from-cache.ts';
import { asFailure } from './as-failure.ts';
import { type RouteAuthorization, routeAuthorization } from './authorize.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { compressAnswers } from './compress.ts';
import { boundConnections, closeUnused } from './connections.ts';
import { sendFailure } from './failure-answer.ts';
import { answerFailures, refuseUnknown } from './failures.ts';
import { commonHeaders, type Headers } from './headers.ts';
import { registerHealth } from './health.ts';
import { registerMetrics } from './metrics.ts';
import { watchBodies } from './min-body-rate.ts';
import { shedUnderPressure } from './pressure.ts';
import type { OnRefusal } from './refusal.ts';
import { RequestDurations } from './request-durations.ts';
import { type Routing, registerTable } from './routes.ts';
import { createTarpit } from './tarpit.ts';
import { watchUntrustedProxy } from './untrusted-proxy.ts';
import { registerWebApp, type WebApp } from './web-app.ts';

/** Routes that are no rows of the contract: media files, event streams, archives. */
export type MoreRoutes = (app: FastifyInstance, authorization: RouteAuthorization) => void | Promise<void>;

export interface ServerOptions extends Routing {
  readonly webApp: WebApp;
  readonly routes?: readonly MoreRoutes[] | undefined;
  readonly onRefusal?: OnRefusal | undefined;
  /** Refuses calls while the event loop or the memory is exhausted; on by default. */
  readonly shedLoad?: boolean | undefined;
}

/** The HTTP server with every limit of security.md §1; it does not listen yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { context, stopping } = options;
  const { config } = context;
  const common = commonHeaders(config.publicUrl?.startsWith('https:') ?? false);
  const app = bareServer(config, context.log, common);
  const durations = new RequestDurations();
  const recognize = options.recognize ?? (() => null);
  const logAnswer = createAccessLog(context.log);
  const onRefusal = options.onRefusal ?? (() => {});
  const tarpit = createTarpit(config.trustProxy, stopping);
  const fromCache = { context, stopping, recognize, durations, logAnswer, onRefusal, tarpit };
  answerFromCache(app, { ...fromCache, headers: common });
  boundConnections(app, config.trustProxy);
  closeUnused(app);
  watchBodies(app);
  app.decorateRequest('caller');
  app.decorateRequest('cache');
  answerFailures(app, context, { onRefusal, tarpit });
  logAnswers(app, logAnswer);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(common);
    if (stopping.aborted && request.url !== '/healthz') throw new Failure('STOPPING');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close');
  });
  await compressAnswers(app);
  const ignoredForwarding = watchUntrustedProxy(app, context);
  await allowOrigins(app, config);
  refuseUnknown(app);
  if (options.shedLoad !== false) await shedUnderPressure(app);

  registerHealth(app, context);
  registerMetrics(app, context, { durations, ignoredForwarding });
  await registerTable(app, options);
  const authorization = routeAuthorization(options);
  for (const register of options.routes ?? [])
    await app.register(async (scope) => register(scope, authorization));
  await registerWebApp(app, options.webApp, context);
  return app;
}

function bareServer(config: Config, log: FastifyBaseLogger, common: Headers): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // A line has all that is known of its request: a logger for each would cost more than the line.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: limits.body.json,
    connectionTimeout: 15_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 5000,
    maxRequestsPerSocket: 1000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false, caseSensitive: true },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    exposeHeadRoutes: true,
    // Fastify's own 503 is not in Duet's form; a hook answers in its place.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // These two answer what never reaches a route, nor its hooks.
    frameworkErrors: (error, request, reply) => {
      sendFailure(asFailure(error), request, reply.headers(common));
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, common),
  });
}

/** The site itself and the native shells of the app; nobody else's page may read an answer. */
async function allowOrigins(app: FastifyInstance, { publicUrl }: Config): Promise<void> {
  const shells = ['capacitor://localhost', 'https://localhost', 'http://localhost'];
  await app.register(cors, {
    origin: publicUrl ? [publicUrl, ...shells] : shells,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Accept-Language',
      'Range',
      'Last-Event-ID',
      'If-Match',
    ],
    exposedHeaders: ['Retry-After', 'ETag'],
    maxAge: 600,
    strictPreflight: false,
  });
}
