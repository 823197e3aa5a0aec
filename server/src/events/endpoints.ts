import { eventsPath, siteEventsPath } from '@duet/contract/events/stream';
import type { FastifyReply } from 'fastify';
import type { MoreRoutes } from '../platform/http/server.ts';
import { GuestHub } from './guest-hub.ts';
import { Hub } from './hub.ts';
import { EventStream, Stream } from './stream.ts';

/** security.md §2, and what keeps proxies from holding events back. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-accel-buffering': 'no',
} as const;

const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/.test(text);

/** Takes the answer out of Fastify's hands; answers the headers that it is to begin with. */
function hijack(reply: FastifyReply): Readonly<Record<string, string>> {
  reply.hijack();
  const given = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(given), ...streamHeaders };
}

/** The streams of events: of people, which last as long as session, server and connection do, and of guests. */
export const serveEvents: MoreRoutes = (app, authorization) => {
  const hub = new Hub(authorization.context);
  const guests = new GuestHub(authorization.context);
  const end = () => {
    hub[Symbol.dispose]();
    guests[Symbol.dispose]();
  };
  authorization.stopping.addEventListener('abort', end, { once: true });
  app.addHook('onClose', async () => end());
  app.get(
    eventsPath,
    { exposeHeadRoute: false, onRequest: authorization.authorize('signedIn') },
    async (request, reply) => {
      const { viewer } = request.caller;
      if (!viewer) return;
      const last = request.headers['last-event-id'];
      hub.open(new EventStream(viewer, reply.raw), hijack(reply), isId(last) ? last : null);
    },
  );
  app.get(
    siteEventsPath,
    { exposeHeadRoute: false, onRequest: authorization.authorize('anyone', { openToGuests: true }) },
    async (request, reply) => {
      const { address } = request.caller;
      if (!guests.hasRoom(address)) return reply.code(204).send();
      guests.open(new Stream(reply.raw), hijack(reply), address);
    },
  );
};
