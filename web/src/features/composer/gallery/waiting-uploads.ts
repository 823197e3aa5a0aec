import { call } from '../../../api/client.ts';
import { CallFailure, isUnanswered } from '../../../api/failure.ts';
import { whenOnline } from '../form/when-online.ts';

/** A question costs the server next to nothing. */
const askEveryMs = 3000;

/** Whether somebody answers, whatever they say. */
const serverAnswers = (): Promise<boolean> =>
  call('posts.withoutId').then(
    () => true,
    (error) => !isUnanswered(error),
  );

/** How long to wait at least before an upload that failed is begun anew by itself, in ms; null where it is not. */
export function retryDelayMs(error: unknown): number | null {
  // A draft that could not be made says so in a sentence of its own.
  const cause = error instanceof CallFailure ? error : (error as Error | null)?.cause;
  if (isUnanswered(cause)) return 0;
  const asked = cause instanceof CallFailure && cause.status === 429 ? cause.retryAfterSeconds : undefined;
  return asked === undefined ? null : asked * 1000;
}

interface WaitingUploads {
  readonly add: (key: string, afterMs: number) => void;
  readonly remove: (key: string) => void;
  readonly end: () => void;
}

/** Uploads that gave up because nobody answered; all are begun anew as soon as somebody does (product.md §8). */
export function waitingUploads(begin: (key: string) => void): WaitingUploads {
  const notBefore = new Map<string, number>();
  let ends = new AbortController();
  let watching = false;

  async function watch(): Promise<void> {
    if (watching) return;
    watching = true;
    const { signal } = ends;
    while (notBefore.size > 0 && !signal.aborted) {
      await whenOnline(signal, askEveryMs);
      const ready = [...notBefore].filter(([, at]) => at <= Date.now()).map(([key]) => key);
      if (signal.aborted || ready.length === 0 || !(await serverAnswers())) continue;
      if (signal.aborted) break;
      for (const key of ready) {
        notBefore.delete(key);
        begin(key);
      }
    }
    watching = false;
  }

  return {
    add(key, afterMs) {
      notBefore.set(key, Date.now() + afterMs);
      void watch();
    },
    remove: (key) => void notBefore.delete(key),
    end() {
      ends.abort();
      notBefore.clear();
      ends = new AbortController();
    },
  };
}
