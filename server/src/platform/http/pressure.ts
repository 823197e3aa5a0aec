import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';

/**
 * Refuses calls while the event loop or the memory is exhausted. The delay of the loop tells overload; how much of
 * a core is in use does not (a busy server answers in time with its core at 100 %), so that limit stays off.
 */
export async function shedUnderPressure(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: 250,
    maxRssBytes: 900_000_000,
    retryAfter: 5,
    // Pages and their files come from memory and cost nothing; a person who opens the site then sees the app say it.
    pressureHandler: (request) => {
      if (/^\/(api|cleanup|media)\//.test(request.url))
        throw new Failure('OVERLOADED', { retryAfterSeconds: 5 });
    },
  });
}
