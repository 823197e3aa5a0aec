import DOMPurify from 'dompurify';
import { headingDepths, headingTag } from './heading-depth.ts';

/** The policy of security.md §8, as the server keeps it. */
const policy = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'h1',
    'h2',
    'h3',
    'h4',
    'code',
    'pre',
    'hr',
    'img',
    'span',
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'width', 'height'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/**
 * A post's HTML as clean nodes. Links open beside the app and say nothing about where they were; headings stand below
 * the post's own.
 */
export function cleanFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ...policy,
    ALLOWED_TAGS: [...policy.ALLOWED_TAGS],
    ALLOWED_ATTR: [...policy.ALLOWED_ATTR],
  });
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow ugc';
  }
  sinkHeadings(fragment);
  return fragment;
}

function sinkHeadings(fragment: DocumentFragment): void {
  const headings = [...fragment.querySelectorAll('h1, h2, h3, h4')];
  const depths = headingDepths(headings.map(({ tagName }) => Number(tagName[1])));
  headings.forEach((heading, index) => {
    const sunk = document.createElement(headingTag(depths[index] ?? 1));
    sunk.append(...heading.childNodes);
    heading.replaceWith(sunk);
  });
}
