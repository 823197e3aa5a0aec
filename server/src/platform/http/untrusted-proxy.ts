import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Says once what to set when a proxy speaks whose word is not believed: without it all people share one limit. */
export function warnOfUntrustedProxy(app: FastifyInstance, { log }: Context): void {
  let warned = false;
  app.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return;
    const peer = request.raw.socket.remoteAddress ?? '';
    if (request.ip !== peer) return;
    warned = true;
    log.warn(`X-Forwarded-For from ${peer} is ignored. If this is your proxy, set DUET_TRUST_PROXY=${peer}`);
  });
}
