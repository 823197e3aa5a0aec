import { expect, type Page } from '@playwright/test';
import type { Person } from './duet.ts';
import { loginPrompt } from './feed.ts';
import { moduleHasRun } from './modules.ts';

/**
 * Waits until the code of the login prompt has come, which guests load beforehand. From then on it shows at once where it is
 * opened: one that is not there after that was not.
 */
export const loginPromptIsLoaded = (page: Page): Promise<void> => moduleHasRun(page, 'LoginSheet');

/** Goes from the prompt to the sign-in, and fills it in. */
export async function fillSignIn(page: Page, { username, password }: Person): Promise<void> {
  await loginPrompt(page).getByRole('button', { name: 'Sign in' }).click();
  // What is typed while it leaves goes to it, and not to the page behind it.
  await expect(loginPrompt(page)).toHaveCount(0);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}
