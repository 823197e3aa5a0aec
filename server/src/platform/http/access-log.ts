import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Log, loggableUrl } from '../log.ts';

/** One line for each answer: no bodies, no headers, no secrets of the address. */
export function logAnswers(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.url === '/healthz' ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) log[level](lineOf(request, reply), 'answered');
    done();
  });
}

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  url: loggableUrl(request.url),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
  address: request.ip,
  viewer: request.caller?.viewer?.id,
});
