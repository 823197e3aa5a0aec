import type { FastifyInstance } from 'fastify';
import { loggableUrl } from '../log.ts';

/** One line for each answer: no bodies, no headers, no secrets of the address. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      url: loggableUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
      viewer: request.caller?.viewer?.id,
    };
    request.log[request.url === '/healthz' ? 'debug' : 'info'](line, 'answered');
  });
}
