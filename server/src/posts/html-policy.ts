/**
 * What a post's HTML may hold (security.md §8). Whoever widens this raises the version: content that an older
 * version cleaned is cleaned again when it is read.
 */
export const htmlPolicyVersion = 1;

export const blockTags = ['p', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'pre', 'hr'] as const;
export const inlineTags = ['br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'code', 'span'] as const;
export const allowedTags: ReadonlySet<string> = new Set([...blockTags, ...inlineTags, 'img']);
export const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** What separates words where it stands, for text that is read without its tags. */
export const separatingTags: ReadonlySet<string> = new Set([...blockTags, 'br', 'img']);

/** Forced on every link. */
export const linkAttributes = 'rel="noopener noreferrer nofollow ugc" target="_blank"';

/** Dropped with all that they hold; of every other tag that is not allowed the text stays. */
export const droppedWithContent = [
  'script',
  'style',
  'svg',
  'math',
  'template',
  'xmp',
  'noscript',
  'plaintext',
  'iframe',
  'noembed',
  'noframes',
  'object',
  'embed',
  'textarea',
  'select',
  'option',
  'title',
  'head',
  'audio',
  'video',
  'canvas',
] as const;

const linkProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** The address as the URL standard writes it, or null where it is not an absolute web or mail address. */
export function safeHref(href: string): string | null {
  const url = URL.parse(href);
  return url && linkProtocols.has(url.protocol) ? url.href : null;
}
