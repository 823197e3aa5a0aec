import { QueryClient } from '@tanstack/react-query';
import { CallFailure } from './failure.ts';

/** A second try helps where no answer came or the server was busy, and nowhere else. */
function worthAnotherTry(tries: number, error: unknown): boolean {
  return tries < 1 && error instanceof CallFailure && (error.status === 0 || error.status >= 502);
}

/** The app's one cache. A failed read is tried once more after a second when that can help; a write never by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 30 * 60_000,
      retry: worthAnotherTry,
      networkMode: 'always',
      // By default that is off where the network mode is 'always'.
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
