import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import type { Page } from '@playwright/test';
import type { Duet } from './duet.ts';
import { picture } from './picture.ts';

/** A small picture as a file to pick. */
export const photo = (name: string, hue = 10) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(picture(320, 240, hue)),
});
/** The tiles of a gallery's form. */
export const items = (page: Page) => page.locator('[data-item]');
export const uploaded = (page: Page) => page.locator('[data-item][data-status=uploaded]');
export const names = (page: Page) =>
  items(page).evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')));
export const caption = (page: Page) => page.getByRole('textbox', { name: 'Caption' });
export const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });
export const pick = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files);

/** The newest post, as the first admin sees it. */
export async function newest(duet: Duet): Promise<Post | undefined> {
  const admin = await duet.admin();
  const { data } = await admin.api.call(postsEndpoints['posts.feed'], { query: { limit: '1' } });
  return data.posts[0];
}

interface KeptGallery {
  readonly caption: string;
  readonly draftId: string | null;
  readonly items: readonly Record<string, unknown>[];
}

/** What the device keeps of the gallery. */
export const keptGallery = (page: Page): Promise<KeptGallery | null> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('duet.compose.gallery.'));
    return key ? JSON.parse(localStorage.getItem(key) ?? 'null') : null;
  });

/** The names under which the device keeps picked files. */
export const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Opening a database that is not there would make it.
    if ((await indexedDB.databases()).length === 0) return [];
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('duet');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const names = opening.result.transaction('files').objectStore('files').getAllKeys();
        names.onsuccess = () => {
          opening.result.close();
          resolve(names.result as string[]);
        };
      };
    });
  });
