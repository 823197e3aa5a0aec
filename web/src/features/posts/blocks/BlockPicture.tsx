import type { PostMedia } from '@duet/contract/posts/shapes';
import { escapeHtml } from '@duet/contract/posts/text/html-text';
import { RichHtml } from '../text/RichHtml.tsx';

interface BlockPictureProps {
  readonly file: { readonly url: string };
  /** Inline HTML. */
  readonly caption: string;
  readonly alt: string;
  /** The pictures of the post, as far as they are known. */
  readonly media: readonly PostMedia[];
}

/** A picture among blocks; it goes the way of every picture in a text. */
export function BlockPicture({ file, caption, alt, media }: BlockPictureProps) {
  return (
    <figure>
      <RichHtml html={`<img src="${escapeHtml(file.url)}" alt="${escapeHtml(alt)}">`} media={media} />
      {caption && (
        <figcaption>
          <RichHtml html={caption} inline />
        </figcaption>
      )}
    </figure>
  );
}
