import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Duet } from './duet.ts';
import { picture } from './picture.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How the app writes a size, in English. */
export const shownSize = (bytes: number) => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`);

/** A file of the store that nothing knows, last written five days ago. */
export async function strayFile(duet: Duet, directory: string, letter: string, height = 40): Promise<string> {
  const name = `${letter.repeat(32)}.png`;
  const file = join(duet.server.dataFolder, 'media', directory, name.slice(0, 2), name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, picture(60, height));
  const then = new Date(Date.now() - 5 * dayMs - 60_000);
  await utimes(file, then, then);
  return file;
}

export async function openCleanup(page: Page, which: 'Media Cleanup' | 'Draft Cleanup') {
  await page.getByRole('button', { name: which }).click();
  return page.getByRole('dialog', { name: which });
}
