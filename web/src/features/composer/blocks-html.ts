import type { Block, BlockDocument, ListItem } from '@duet/contract/posts/blocks';
import { withEditorHeadings } from './headings.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

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
      return `<pre><code>${escaped(block.data.code)}</code></pre>`;
    case 'image':
      return `<img src="${escaped(block.data.file.url)}" alt="${escaped(block.data.alt)}">`;
  }
}

/** A post's content as the editor takes it: block JSON becomes HTML, and is saved as HTML from then on. */
export function editableHtml(content: string): string {
  // Clean HTML never begins with a brace.
  if (!content.startsWith('{')) return withEditorHeadings(content);
  const { blocks } = JSON.parse(content) as BlockDocument;
  return withEditorHeadings(blocks.map(html).join(''));
}
