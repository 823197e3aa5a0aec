import { limits } from '@duet/contract/limits';
import { parsedUrl } from '../../../device/parsed-url.ts';
import { ownPicture } from '../form/picture-urls.ts';
import type { PictureSource } from '../pictures/picture-uploads.ts';
import { rtfPictures } from './rtf-pictures.ts';

/** Draws what the browser can show, so that it becomes a file. Null where it cannot be shown or read. */
async function drawn(address: string): Promise<File | null> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  // A vector picture without a size of its own.
  canvas.width = image.naturalWidth || 1024;
  canvas.height = image.naturalHeight || 1024;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  return blob && new File([blob], 'image.png', { type: 'image/png' });
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64.replace(/\s+/g, ''));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** The picture of a `data:` URI (RFC 2397), or null. The policy lets no page fetch one. */
async function fromDataUri(uri: string): Promise<File | null> {
  const comma = uri.indexOf(',');
  const [type = '', ...parameters] = uri.slice('data:'.length, comma).toLowerCase().split(';');
  if (comma === -1 || !type.startsWith('image/')) return null;
  // The server takes no vector pictures.
  if (type === 'image/svg+xml') return drawn(uri);
  const written = uri.slice(comma + 1);
  const isBase64 = parameters.some((parameter) => parameter.trim() === 'base64');
  const percentFree = isBase64 ? decodeURIComponent(written) : written;
  const content = isBase64 ? bytesOf(percentFree) : new TextEncoder().encode(decodeURIComponent(percentFree));
  return new File([content], `image.${type.slice('image/'.length)}`, { type });
}

async function fromThisSite(address: string): Promise<File | null> {
  const response = await fetch(address, { credentials: 'omit' });
  const blob = await response.blob();
  if (!response.ok || !blob.type.startsWith('image/')) return null;
  return new File([blob], 'image', { type: blob.type });
}

/**
 * Reads the picture that an address in pasted HTML means; null where this page may not: on another site, or in a folder
 * of the device. What cannot be read is null as well.
 */
function pictureSource(address: string): Promise<File | null> | null {
  const quiet = (file: Promise<File | null>) => file.catch(() => null);
  if (/^data:/i.test(address)) return quiet(fromDataUri(address));
  // Safari puts the pictures of a clipboard into addresses of the page itself, which it may show but not fetch.
  if (/^blob:/i.test(address)) return quiet(drawn(address));
  const url = parsedUrl(address);
  return url?.origin === location.origin ? quiet(fromThisSite(url.href)) : null;
}

/** What comes with HTML on a clipboard or in a drag. */
export interface Beside {
  /** The pictures among the files. */
  readonly files: readonly File[];
  readonly rtf: string;
}

export interface PastedHtml {
  readonly html: string;
  /** The address that a picture's `src` stands for. */
  readonly addressOf: (src: string) => string;
}

interface Taken {
  /** How many pictures nothing could be taken of. */
  readonly missing: number;
  /** Files that belong to no picture of the HTML. */
  readonly left: readonly File[];
}

const smallestDrawingPx = 64;
/** Emoji with what joins and varies them. `\p{RGI_Emoji}` is not known everywhere. */
const onlyEmoji =
  /^\s*(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\d#*]\ufe0f?\u20e3|[\u200d\ufe0f\u{e0020}-\u{e007f}])+\s*$/u;
const sizeOf = (element: Element, name: 'width' | 'height'): number =>
  Number.parseFloat(element.getAttribute(name) ?? '') || Number.NaN;

/** Programs that put a picture of the whole selection beside its HTML. */
const drawsSelection = (html: string): boolean =>
  /urn:schemas-microsoft-com:office|content="?(?:Microsoft|LibreOffice|OpenOffice)|name="?ProgId/i.test(html);

/** Emoji become text, what only counts readers goes, and a large drawing in the HTML is a picture that is missing. */
function sortOut(root: Element): HTMLImageElement[] {
  for (const drawing of root.querySelectorAll('svg, canvas')) {
    const picture = root.ownerDocument.createElement('img');
    picture.alt = drawing.getAttribute('aria-label') ?? drawing.querySelector('title')?.textContent ?? '';
    if (sizeOf(drawing, 'width') >= smallestDrawingPx) drawing.replaceWith(picture);
    else drawing.remove();
  }
  return [...root.querySelectorAll('img')].filter((image) => {
    const isDot = sizeOf(image, 'width') <= 2 || sizeOf(image, 'height') <= 2;
    const isSmall = !(sizeOf(image, 'width') > smallestDrawingPx);
    if (isSmall && onlyEmoji.test(image.alt)) image.replaceWith(image.alt);
    else if (isDot) image.remove();
    else return true;
    return false;
  });
}

/** The files of those pictures that have no readable address of their own, in their order; null where unknown. */
function filesFor(
  images: readonly HTMLImageElement[],
  html: string,
  text: string,
  { files, rtf }: Beside,
): readonly (File | null)[] {
  const fromRtf = images.length > 0 && rtf ? rtfPictures(rtf) : [];
  if (fromRtf.length === images.length) return fromRtf;
  const ofSelection = drawsSelection(html) && text !== '';
  return files.length === images.length && !ofSelection ? files : [];
}

/**
 * Makes every picture of pasted HTML one that the editor uploads, one of this site's, or a place that asks for it
 * (`data-missing`); none keeps an address from elsewhere, which would show and be gone once the post is published.
 *
 * @param root The HTML in an inert document; it is changed.
 * @param take Takes a picture in and answers its key.
 */
export function takePictures(
  root: Element,
  { html, addressOf }: PastedHtml,
  beside: Beside,
  take: (source: PictureSource) => string,
): Taken {
  const fromEditor = root.querySelector('[data-pm-slice]') !== null;
  const text = root.textContent?.trim() ?? '';
  const keys = new Map<string, string | null>();
  const unreadable: HTMLImageElement[] = [];
  let missing = 0;

  const mark = (image: HTMLImageElement, key: string | null) => {
    const alt = image.alt.trim().slice(0, limits.altText.maxChars);
    for (const name of image.getAttributeNames()) image.removeAttribute(name);
    image.alt = alt;
    if (key === null) missing += 1;
    image.setAttribute(key === null ? 'data-missing' : 'data-upload', key ?? '');
  };

  for (const image of sortOut(root)) {
    const address = image.getAttribute('src') ?? '';
    // Copied in an editor of this site: on its way, missing, or stored as it is.
    const known = image.hasAttribute('data-upload') || image.hasAttribute('data-missing');
    const own = fromEditor ? ownPicture(address) : null;
    if (fromEditor && (known || own)) {
      if (own) image.setAttribute('src', own);
      continue;
    }
    const source = keys.has(address) ? null : pictureSource(addressOf(address));
    if (source) keys.set(address, take(source));
    const key = keys.get(address) ?? null;
    if (key === null) unreadable.push(image);
    else mark(image, key);
  }

  const files = filesFor(unreadable, html, text, beside);
  unreadable.forEach((image, index) => {
    const file = files[index];
    mark(image, file ? take(file) : null);
  });
  const redundant = files === beside.files || keys.size > 0 || drawsSelection(html);
  return { missing, left: redundant ? [] : beside.files };
}
