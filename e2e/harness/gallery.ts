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
