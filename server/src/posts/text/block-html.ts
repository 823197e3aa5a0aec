import type { Block, ListItem } from '@duet/contract/posts/text/blocks';
import { escapeHtml } from '@duet/contract/posts/text/html-text';

/** Stored block JSON as HTML. The inline HTML of a block is clean since it was stored; plain texts are not HTML yet. */
export const blocksHtml = (blocks: readonly Block[]): string => blocks.map(blockHtml).join('\n');

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
      return `<pre>${escapeHtml(block.data.code)}</pre>`;
    case 'image':
      return `<figure><img src="${escapeHtml(block.data.file.url)}" alt="${escapeHtml(block.data.alt)}"><figcaption>${block.data.caption}</figcaption></figure>`;
    case 'delimiter':
      return '<hr>';
  }
}

function listHtml(tag: 'ol' | 'ul', items: readonly ListItem[]): string {
  if (items.length === 0) return '';
  return `<${tag}>${items.map(({ content, items: inner }) => `<li>${content}${listHtml(tag, inner)}</li>`).join('')}</${tag}>`;
}
