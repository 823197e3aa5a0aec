import { QueryClient } from '@tanstack/react-query';
import { CallFailure, isUnanswered } from './failure.ts';
import { refetchInvalidatedLoads } from './invalidate.ts';

/** A second try helps where nobody answered or the server was busy, and nowhere else. */
const worthAnotherTry = (tries: number, error: unknown): boolean => tries < 1 && isUnanswered(error);

/** The longest pause before a retry, in ms, whatever Retry-After says: beyond it the failure shows, and the person decides. */
const patienceMs = 5000;

/** When to try again: when the server says (`Retry-After`), else after a second. */
function retryDelay(_: number, error: unknown): number {
  const seconds = (error instanceof CallFailure && error.retryAfterSeconds) || 1;
  return Math.min(seconds * 1000, patienceMs);
}

/** The app's one cache. A failed read is tried once more when that can help; a write never by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 30 * 60_000,
      retry: worthAnotherTry,
      retryDelay,
      networkMode: 'always',
      // By default that is off where the network mode is 'always'.
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
refetchInvalidatedLoads(queryClient);
