import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refetchInvalidatedLoads } from './invalidate.ts';

/** A list, and the answers that are on their way to it, in the order in which it was asked for. */
function list() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  refetchInvalidatedLoads(cache);
  const answers: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver(cache, { queryKey: ['list'], queryFn });
  observer.subscribe(() => undefined);
  const settled = () => expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
  return { cache, answers, observer, settled };
}

it.each([false, true])(
  'fetches once more what is invalidated during its first load, after one that failed: %s',
  async (failed) => {
    const { cache, answers, observer, settled } = list();
    if (failed) {
      answers[0]?.reject(new Error('no'));
      await settled();
      void observer.refetch();
    }
    void cache.invalidateQueries({ queryKey: ['list'] });
    answers.at(-1)?.resolve('older');
    const loads = failed ? 3 : 2;
    await expect.poll(() => answers.length).toBe(loads);
    answers.at(-1)?.resolve('newest');
    await settled();
    expect(observer.getCurrentResult().data).toBe('newest');
    expect(answers).toHaveLength(loads);
  },
);
