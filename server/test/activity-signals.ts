import { expect } from 'vitest';
import type { Harness } from './harness.ts';

/** How many times admins are told, while `work` runs, that something waits for them. */
export async function activitySignals({ contexts }: Harness, work: () => Promise<void>): Promise<number> {
  const heard = new Set<string>();
  const marks = new Set<string>();
  let signals = 0;
  // What one server tells arrives in its order, and what several tell in any: each of them says where it stands.
  const allHaveTold = (moment: string) =>
    Promise.all(
      contexts.map(({ realtime }, number) => {
        const mark = `${moment} ${number}`;
        marks.add(mark);
        return expect
          .poll(
            () => {
              realtime.publish({ type: 'activity', adminId: mark });
              return heard.has(mark);
            },
            { timeout: 10_000 },
          )
          .toBe(true);
      }),
    );
  const stop = contexts[0].realtime.subscribe({
    signal(signal) {
      if (signal.type !== 'activity') return;
      const { adminId = '' } = signal;
      if (marks.has(adminId)) heard.add(adminId);
      else signals += 1;
    },
    gap() {},
  });
  try {
    await allHaveTold('before');
    signals = 0;
    await work();
    await allHaveTold('after');
    return signals;
  } finally {
    stop();
  }
}
