import { oneLine } from '@duet/contract/posts/text/html-text';
import type { Context } from '../platform/context.ts';
import { type OpenedPage, siteTags } from '../posts/link-preview.ts';
import { textOf } from '../posts/text/content.ts';
import { currentStory } from './show.ts';
import { findAbout } from './store.ts';

export const isAboutPage = (path: string): boolean => /^\/about\/?$/.test(path);

/** Tags for the head of /about, which everybody may read: those of the site, with the beginning of the story. */
export async function aboutTags(context: Context, page: OpenedPage): Promise<string> {
  const words = await context.cache.get('head about', async ({ reads }) => {
    const value = oneLine(textOf(currentStory(await findAbout(reads)), 'html'));
    return { value, bytes: value.length * 2 };
  });
  return siteTags(context, page, words ?? '');
}
