import type { Page } from '@playwright/test';
import { moduleHasRun } from './modules.ts';

/**
 * Waits until the code of the login prompt has come, which guests load beforehand. From then on it shows at once where it is
 * opened: one that is not there after that was not.
 */
export const loginPromptIsLoaded = (page: Page): Promise<void> => moduleHasRun(page, 'LoginSheet');
