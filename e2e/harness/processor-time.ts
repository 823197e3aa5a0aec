import type { Page } from '@playwright/test';

/**
 * Measures how long a page's main thread works from now on. A busy machine makes no difference to it, other than to what passes
 * by the clock.
 *
 * @returns a function that tells the processor's time since then, in ms
 */
export async function followProcessorTime(page: Page): Promise<() => Promise<number>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await taken();
  return async () => (await taken()) - before;
}
