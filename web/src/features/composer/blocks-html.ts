import type { Block, ListItem } from '@duet/contract/posts/text/blocks';
import { formatOf, parseBlocks } from '@duet/contract/posts/text/format';
import { escapeHtml } from '@duet/contract/posts/text/html-text';
import { withEditorHeadings } from './headings.ts';

const items = (list: readonly ListItem[], tag: 'ol' | 'ul'): string =>
  `<${tag}>${list
    .map((item) => `<li><p>${item.content}</p>${item.items.length > 0 ? items(item.items, tag) : ''}</li>`)
    .join('')}</${tag}>`;

function html(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${block.data.text}</p>`;
    case 'header':
      return `<h${block.data.level}>${block.data.text}</h${block.data.level}>`;
    case 'list':
      return items(block.data.items, block.data.style === 'ordered' ? 'ol' : 'ul');
    case 'quote':
      return `<blockquote><p>${block.data.text}</p>${block.data.caption && `<p>${block.data.caption}</p>`}</blockquote>`;
    case 'delimiter':
      return '<hr>';
    case 'code':
      return `<pre><code>${escapeHtml(block.data.code)}</code></pre>`;
    case 'image':
      return `<img src="${escapeHtml(block.data.file.url)}" alt="${escapeHtml(block.data.alt)}">`;
  }
}

/** A post's content as the editor takes it: block JSON becomes HTML, and is saved as HTML from then on. */
export function editableHtml(content: string): string {
  if (formatOf(content) === 'html') return withEditorHeadings(content);
  return withEditorHeadings(parseBlocks(content).blocks.map(html).join(''));
}
