import type { Block, ListItem } from '@duet/contract/posts/text/blocks';
import { parseBlocks } from '@duet/contract/posts/text/format';
import { archived } from './data.ts';
import { escaped, fromArchive } from './html.ts';
import type { PostFile, PostRow } from './store.ts';

/** A post's content: clean HTML as it is, block JSON as HTML. */
export function contentHtml({
  content,
  content_format,
}: Pick<PostRow, 'content' | 'content_format'>): string {
  if (content_format === 'html') return fromArchive(content);
  return parseBlocks(content)
    .blocks.map((block) => fromArchive(blockHtml(block)))
    .join('\n');
}

/** The inline HTML of a block is clean since it was stored; plain texts are not HTML yet. */
function blockHtml(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${block.data.text}</p>`;
    case 'header':
      return `<h4>${block.data.text}</h4>`;
    case 'list':
      return listHtml(block.data.style === 'ordered' ? 'ol' : 'ul', block.data.items);
    case 'quote':
      return `<blockquote>${block.data.text}<footer>${block.data.caption}</footer></blockquote>`;
    case 'code':
      return `<pre>${escaped(block.data.code)}</pre>`;
    case 'image':
      return `<figure><img src="${escaped(block.data.file.url)}" alt="${escaped(block.data.alt)}"><figcaption>${block.data.caption}</figcaption></figure>`;
    case 'delimiter':
      return '<hr>';
  }
}

function listHtml(tag: 'ol' | 'ul', items: readonly ListItem[]): string {
  if (items.length === 0) return '';
  return `<${tag}>${items.map(({ content, items: inner }) => `<li>${content}${listHtml(tag, inner)}</li>`).join('')}</${tag}>`;
}

/** The pictures and the video of a post; those inside its text stand there. */
export function mediaHtml(files: readonly PostFile[]): string {
  const poster = files.find(({ role }) => role === 'poster');
  const shown = files.filter(({ role }) => role === 'gallery' || role === 'video');
  return shown
    .map(({ role, path, alt }) =>
      role === 'video'
        ? `<video controls preload="metadata" src="${archived(path)}"${poster ? ` poster="${archived(poster.path)}"` : ''}></video>`
        : `<img src="${archived(path)}" alt="${escaped(alt)}" loading="lazy">`,
    )
    .join('\n');
}
