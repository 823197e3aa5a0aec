import { setTimeout as wait } from 'node:timers/promises';

/** Asks until the server has time: on a machine that does much else it may say that it has none (503). */
export async function whenNotBusy<R extends { readonly status: number }>(ask: () => Promise<R>): Promise<R> {
  for (let left = 100; ; left -= 1) {
    const answer = await ask();
    if (answer.status !== 503 || left === 0) return answer;
    await wait(100);
  }
}
