import { Failure } from '../failure.ts';

/**
 * Whoever waits longer than that is told to come back. Fastify's `handlerTimeout` makes an AbortSignal for each request and
 * aborts it at its end, which took 4 % of a like.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Failure('OVERLOADED', { log: `no answer in ${ms} ms` })), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
