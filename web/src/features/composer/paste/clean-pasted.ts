import DOMPurify from 'dompurify';
import type { PictureSource } from '../pictures/picture-uploads.ts';
import { withEditorHeadings } from '../text/html.ts';
import { restoreLists } from './office-lists.ts';
import { type Beside, type PastedHtml, takePictures } from './pasted-pictures.ts';
import { liftPictures, simplifyStructures } from './structures.ts';

interface Cleaned {
  readonly html: string;
  /** How many pictures nothing could be taken of. */
  readonly missing: number;
  /** Files of the clipboard that belong to no picture of the HTML. */
  readonly left: readonly File[];
}

/** Pictures that stand in the HTML itself are told by a number: it is searched and parsed many times, and may be huge. */
function shortened(html: string): PastedHtml {
  const numbers = new Map<string, number>();
  const written = html.replace(
    /(\ssrc\s*=\s*)(["'])(data:image\/[\w.+-]+;base64,[^"']*)\2/gi,
    (_, before, quote, uri) => {
      const number = numbers.get(uri) ?? numbers.size;
      numbers.set(uri, number);
      return `${before}${quote}pasted:${number}${quote}`;
    },
  );
  const uris = [...numbers.keys()];
  return {
    html: written,
    addressOf: (short) => uris[Number(/^pasted:(\d+)$/.exec(short)?.[1] ?? Number.NaN)] ?? short,
  };
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
  const short = shortened(html);
  const root = inert(short.html);
  restoreLists(root);
  simplifyStructures(root);
  const { missing, left } = takePictures(root, short, beside, take);
  liftPictures(root);
  return { html: withEditorHeadings(root.innerHTML), missing, left };
}
