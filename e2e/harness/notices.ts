import { limits } from '@duet/contract/limits';
import type { Page } from '@playwright/test';

/** Has notices stay until somebody closes them, however long it takes to look at them. Before the page is opened. */
export function keepNotices(page: Page): Promise<unknown> {
  return page.addInitScript((durations: readonly number[]) => {
    const real = window.setTimeout;
    const lasting = (run: TimerHandler, ms?: number, ...words: unknown[]) =>
      real(run, durations.includes(ms ?? 0) ? 2 ** 31 - 1 : ms, ...words);
    window.setTimeout = lasting as typeof window.setTimeout;
  }, Object.values(limits.toast));
}
