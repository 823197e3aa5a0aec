import { type Browser, chromium } from '@playwright/test';
import { chromiumArguments, packagedChromium } from '../scripts/chromium.mjs';

/** The packaged Chromium, as the tests run it. Whoever asks for it closes it. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await packagedChromium();
  return chromium.launch({ executablePath, args: chromiumArguments, env: { ...process.env, ...env } });
}
