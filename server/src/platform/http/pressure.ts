import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { shedAnswerMs } from './tarpit.ts';

/** How late timers may be, in ms, before guests are refused; and before everybody is. */
const mostDelayMs = 250;
const severeDelayMs = 1000;

/** How long the event loop has to have been late, in ms, before anybody is refused, and for how long a look at it counts. */
const lastingMs = 1500;
const rememberedMs = 5000;

/**
 * Refuses calls while the event loop goes on being late: guests first, people who say that they are signed in last. How much of
 * a core is in use does not tell overload (a busy server answers in time with its core at 100 %), and how much memory the process
 * holds does not tell what is free (the allocator keeps what it had at the peak): what is held is bounded where it is
 * taken (`admission`).
 */
export async function shedUnderPressure(app: FastifyInstance): Promise<void> {
  const isLasting = lastingPressure();
  await app.register(underPressure, {
    maxEventLoopDelay: mostDelayMs,
    retryAfter: 5,
    pressureHandler: (request, _reply, _type, delayMs) => {
      if (!isLasting(performance.now()) || isExempt(request, delayMs ?? 0)) return;
      throw new Failure('OVERLOADED', { retryAfterSeconds: 5, answerAfterMs: shedAnswerMs });
    },
  });
}

/**
 * Makes a function to be called at each request that comes while the last look found the loop late, with the time in ms; it tells
 * whether an earlier look did so too. A look counts for the second after it: what has held the loop once, such as the start or code
 * that is loaded at its first use, is over by then, and on a slow machine people would be refused for nothing. The library
 * also takes a second in which it could not look for an endless delay.
 */
export function lastingPressure(): (nowMs: number) => boolean {
  let [sinceMs, lastMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return (nowMs) => {
    if (nowMs - lastMs > rememberedMs) sinceMs = nowMs;
    lastMs = nowMs;
    return nowMs - sinceMs >= lastingMs;
  };
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
