import type { Block, ListItem } from '@duet/contract/posts/text/blocks';
import { formatOf, parseBlocks } from '@duet/contract/posts/text/format';
import { escapeHtml } from '@duet/contract/posts/text/html-text';

/**
 * HTML with its headings in the two levels that the editor has. Where others occur, the highest becomes h2 and all that
 * are below it h3.
 *
 * @param html Clean or serialised HTML, so that every `<h` begins a heading.
 */
export function withEditorHeadings(html: string): string {
  const levels = [...html.matchAll(/<h([1-6])(?=[\s>])/gi)].map(([, level]) => Number(level));
  if (levels.every((level) => level === 2 || level === 3)) return html;
  const top = Math.min(...levels);
  return html.replace(
    /<(\/?)h([1-6])(?=[\s>])/gi,
    (_, slash, level) => `<${slash}h${Number(level) === top ? 2 : 3}`,
  );
}

/** Characters that a person does not see as text. */
const invisible = /[\s\u00a0\u200b-\u200d\u2060\ufeff]/g;

/** Whether HTML holds any text once its tags are gone (product.md §5, Rich text publish). */
export function hasText(html: string): boolean {
  const text = html.replace(/<[^>]*>/g, '').replace(/&nbsp;|&#160;|&#xa0;/gi, ' ');
  return text.replace(invisible, '') !== '';
}

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
