import { allowedAttributes, allowedTags, linkRel, linkTarget } from '@duet/contract/posts/text/html-policy';
import DOMPurify from 'dompurify';
import { headingDepths, headingTag } from './heading-depth.ts';

/**
 * A post's HTML as clean nodes, by the policy that the server keeps. Links open beside the app and say nothing about
 * where they were; headings stand below the post's own.
 */
export function cleanFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...allowedTags],
    ALLOWED_ATTR: Object.values(allowedAttributes).flat(),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    // One of SVG, which only a fault of the cleaning would leave, has properties that cannot be set.
    link.setAttribute('target', linkTarget);
    link.setAttribute('rel', linkRel);
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
