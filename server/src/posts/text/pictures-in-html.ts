import { htmlTokens } from '@duet/contract/posts/text/html-tokens';

/** The attributes of an `img` as they stand in HTML, so escaped; undefined where there is none. */
interface PictureAttributes {
  readonly src: string;
  readonly alt: string;
  readonly width?: string | undefined;
  readonly height?: string | undefined;
}

/** An `img` as it is stored and answered. */
export function pictureTag({ src, alt, width, height }: PictureAttributes): string {
  const size = (name: string, value: string | undefined) =>
    value === undefined ? '' : ` ${name}="${value}"`;
  return `<img src="${src}" alt="${alt}"${size('width', width)}${size('height', height)}>`;
}

/** Clean HTML with each of its pictures replaced by what `change` answers for it. */
export function mapPictures(html: string, change: (picture: PictureAttributes) => PictureAttributes): string {
  if (!html.includes('<img')) return html;
  let changed = '';
  for (const piece of htmlTokens(html)) {
    const isPicture = piece.kind === 'tag' && piece.name === 'img';
    changed += isPicture ? pictureTag(change(attributesOf(piece.raw))) : piece.raw;
  }
  return changed;
}

/** In whichever order they stand. */
function attributesOf(tag: string): PictureAttributes {
  const found = new Map([...tag.matchAll(/\s([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  const { src = '', alt = '' } = { src: found.get('src'), alt: found.get('alt') };
  return { src, alt, width: found.get('width'), height: found.get('height') };
}
