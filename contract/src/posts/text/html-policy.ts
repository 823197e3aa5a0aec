/**
 * What a post's HTML may hold (security.md §8), for the server that stores it and the browser that shows it. Whoever widens
 * this raises the version: content that an older version cleaned is cleaned again when it is read.
 */
export const htmlPolicyVersion = 1;

export const blockTags = ['p', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'pre'] as const;
/** What may stand inside a word; with `br` that is all of a text inside block JSON. */
export const inlineTags = ['strong', 'b', 'em', 'i', 'u', 's', 'a', 'code', 'span'] as const;
export const voidTags: readonly string[] = ['br', 'hr', 'img'];
export const allowedTags: readonly string[] = [...blockTags, ...inlineTags, ...voidTags];

export const allowedAttributes = { a: ['href'], img: ['src', 'alt', 'width', 'height'] } as const;

/** Forced on every link. */
export const linkRel = 'noopener noreferrer nofollow ugc';
export const linkTarget = '_blank';

/** Where a link of a stored text may lead; the server writes the address as the URL standard does. */
export const linkSchemes = ['http', 'https', 'mailto'] as const;

/** Dropped by the server with all that they hold; of every other tag that is not allowed the text stays. */
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
