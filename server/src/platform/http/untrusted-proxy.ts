import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** How many requests came with an `X-Forwarded-For` that was not believed. */
export interface IgnoredForwarding {
  readonly count: number;
}

/**
 * Counts requests of a proxy whose word is not believed, and says once what to set: without it all people share one limit.
 */
export function watchUntrustedProxy(app: FastifyInstance, { config, log }: Context): IgnoredForwarding {
  const ignored = { count: 0 };
  const isProxy = compile([...config.trustProxy]);
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return;
    const peer = request.raw.socket.remoteAddress ?? '';
    // Not by comparing with `request.ip`: a proxy also forwards what its own machine asks for.
    if (isProxy(peer, 0)) return;
    ignored.count += 1;
    if (ignored.count > 1) return;
    log.warn(`X-Forwarded-For from ${peer} is ignored. If this is your proxy, set DUET_TRUST_PROXY=${peer}`);
  });
  return ignored;
}
