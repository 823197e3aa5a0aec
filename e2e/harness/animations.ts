import type { Page } from '@playwright/test';

/**
 * Waits until what moves in the page has arrived: every animation and transition that has an end. What takes no time, and only
 * holds a place until later, moves nothing.
 */
export const animationsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => {
      const { duration, endTime } = effect?.getComputedTiming() ?? {};
      return duration !== 0 && Number.isFinite(endTime);
    });
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
