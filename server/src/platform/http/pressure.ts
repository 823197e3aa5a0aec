import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { shedAnswerMs } from './tarpit.ts';

/** How late timers may be, in ms, before guests are refused; and before everybody is. */
const mostDelayMs = 250;
const severeDelayMs = 1000;

/**
 * Refuses calls while the event loop is late: guests first, people who say that they are signed in last. How much of a core is
 * in use does not tell overload (a busy server answers in time with its core at 100 %), and how much memory the process
 * holds does not tell what is free (the allocator keeps what it had at the peak): what is held is bounded where it is
 * taken (`admission`).
 */
export async function shedUnderPressure(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: mostDelayMs,
    retryAfter: 5,
    pressureHandler: (request, _reply, _type, delayMs) => {
      if (isExempt(request, delayMs ?? 0)) return;
      throw new Failure('OVERLOADED', { retryAfterSeconds: 5, answerAfterMs: shedAnswerMs });
    },
  });
}

/** Whether a request is let in although the event loop is late by so many ms. */
export function isExempt(
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
  delayMs: number,
): boolean {
  // Pages and their files come from memory and cost nothing; a person who opens the site then sees the app say it.
  if (!/^\/(api|cleanup|media)\//.test(url)) return true;
  return headers.authorization !== undefined && delayMs < severeDelayMs;
}
