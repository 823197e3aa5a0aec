import { parseBlocks } from '@duet/contract/posts/text/format';
import { blocksHtml } from '../posts/text/block-html.ts';
import { archivePath } from './data.ts';
import { escaped, fromArchive } from './html.ts';
import type { PostFile, PostRow } from './store.ts';

/** A post's content: clean HTML as it is, block JSON as HTML. */
export function contentHtml({
  content,
  content_format,
}: Pick<PostRow, 'content' | 'content_format'>): string {
  if (content_format === 'html') return fromArchive(content);
  return fromArchive(blocksHtml(parseBlocks(content).blocks));
}

/** The pictures and the video of a post; those inside its text stand there. */
export function mediaHtml(files: readonly PostFile[]): string {
  const poster = files.find(({ role }) => role === 'poster');
  const shown = files.filter(({ role }) => role === 'gallery' || role === 'video');
  return shown
    .map(({ role, path, alt }) =>
      role === 'video'
        ? `<video controls preload="metadata" src="${archivePath(path)}"${poster ? ` poster="${archivePath(poster.path)}"` : ''}></video>`
        : `<img src="${archivePath(path)}" alt="${escaped(alt)}" loading="lazy">`,
    )
    .join('\n');
}
