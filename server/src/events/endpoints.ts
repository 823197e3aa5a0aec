import { eventsPath } from '@duet/contract/events/stream';
import type { MoreRoutes } from '../platform/http/server.ts';
import { Hub } from './hub.ts';
import { EventStream } from './stream.ts';

/** security.md §2, and what keeps proxies from holding events back. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-accel-buffering': 'no',
} as const;

const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/.test(text);

/** The stream of events. It lasts as long as session, server and connection do. */
export const serveEvents: MoreRoutes = (app, authorization) => {
  const hub = new Hub(authorization.context);
  authorization.stopping.addEventListener('abort', () => hub[Symbol.dispose](), { once: true });
  app.addHook('onClose', async () => hub[Symbol.dispose]());
  app.get(
    eventsPath,
    { exposeHeadRoute: false, onRequest: authorization.authorize('signedIn') },
    async (request, reply) => {
      const { viewer } = request.caller;
      if (!viewer) return;
      const last = request.headers['last-event-id'];
      reply.hijack();
      const given = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
      const headers = { ...Object.fromEntries(given), ...streamHeaders };
      hub.open(new EventStream(viewer, reply.raw), headers, isId(last) ? last : null);
    },
  );
};
