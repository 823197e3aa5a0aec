import DOMPurify from 'dompurify';
import { withEditorHeadings } from '../headings.ts';
import type { PictureSource } from '../pictures/picture-uploads.ts';
import { restoreLists } from './office-lists.ts';
import { type Beside, takePictures } from './pasted-pictures.ts';
import { liftPictures, simplifyStructures } from './structures.ts';

interface Cleaned {
  readonly html: string;
  /** How many pictures nothing could be taken of. */
  readonly missing: number;
  /** Files of the clipboard that belong to no picture of the HTML. */
  readonly left: readonly File[];
}

/** Parsed in a document that loads and runs nothing, with the addresses that programs write for their own pictures. */
const inert = (html: string): Element =>
  DOMPurify.sanitize(html, {
    RETURN_DOM: true,
    USE_PROFILES: { html: true, svg: true },
    ADD_TAGS: ['iframe', 'embed'],
    FORBID_TAGS: ['style', 'textarea', 'button', 'select'],
    FORBID_CONTENTS: ['style', 'script', 'textarea', 'select', 'noscript', 'template'],
    ALLOW_UNKNOWN_PROTOCOLS: true,
  }) as HTMLElement;

/**
 * Pasted or dropped HTML as the editor's schema takes it without losing words: lists and headings of Word, tables,
 * tick boxes and players in what a post can hold, pictures taken in (`takePictures`). The editor cleans it again.
 */
export function cleanPasted(html: string, beside: Beside, take: (source: PictureSource) => string): Cleaned {
  const root = inert(html);
  restoreLists(root);
  simplifyStructures(root);
  const { missing, left } = takePictures(root, html, beside, take);
  liftPictures(root);
  return { html: withEditorHeadings(root.innerHTML), missing, left };
}
