import type { Harness } from './harness.ts';

/** How often servers are told that the admins' activity changed while `work` runs. Nothing else may run beside it. */
export async function activitySignals(
  { context: { realtime } }: Harness,
  work: () => Promise<void>,
): Promise<number> {
  const end = 'the end of the work';
  const ended = Promise.withResolvers<void>();
  let signals = 0;
  const stop = realtime.subscribe({
    signal(signal) {
      if (signal.type !== 'activity') return;
      if (signal.adminId === end) ended.resolve();
      else signals += 1;
    },
    gap() {},
  });
  try {
    await work();
    // Signals arrive in the order in which they were published, on PostgreSQL later than the answer.
    realtime.publish({ type: 'activity', adminId: end });
    await ended.promise;
    return signals;
  } finally {
    stop();
  }
}
