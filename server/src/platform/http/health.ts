import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { apiHeaders } from './headers.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it may be sent requests, because the database answers too and guests are
 * not being refused (while stopping, it answers 503 like every route).
 */
export function registerHealth(app: FastifyInstance, { db }: Context): void {
  app.get('/healthz', async (_request, reply) => {
    reply.headers(apiHeaders);
    return { status: 'ok' };
  });
  app.get('/readyz', async (_request, reply) => {
    reply.headers(apiHeaders);
    if (app.isUnderPressure?.()) throw new Failure('OVERLOADED', { log: 'the event loop is late' });
    try {
      await db.ping();
    } catch (cause) {
      throw new Failure('OVERLOADED', { log: 'the database does not answer', cause });
    }
    return { status: 'ok' };
  });
}
