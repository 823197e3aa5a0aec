import type { PostMedia } from '@duet/contract/posts/shapes';
import { ImageOff } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { fileExists, mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import styles from './Picture.module.css';
import { type Place, sizesOf, sourceSet } from './source-set.ts';
import { hasThumbnail } from './thumbnail.ts';

interface PictureProps {
  readonly picture: PostMedia;
  readonly place: Place;
  /** Loads at once: what may be in the viewport when the page opens. The browser itself puts first what it finds there. */
  readonly eager?: boolean | undefined;
  /** Hears of a picture that did not come; who listens says so. Nobody: the tile says it by itself. */
  readonly onBroken?: (url: string) => void;
}

/** Asks for the thumbnail when nothing more urgent is to be done. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
};

/**
 * A picture of a post that fills its frame: a blurred placeholder first, then the size that fits best, the thumbnail
 * where there are no sizes, the original where that is not there, and words where that fails as well.
 */
export function Picture({ picture, place, eager = false, onBroken }: PictureProps) {
  const { t } = useTexts();
  const whole = mediaAddress(picture.url);
  const chosen = chosenAddress(picture, place);
  const [missing, setMissing] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const source = missing === chosen ? whole : chosen;
  const offered = source === chosen ? chosenSizes(picture, place) : undefined;

  if (broken === source) {
    return (
      <span className={styles.failed}>
        <ImageOff aria-hidden />
        {!onBroken && t('posts.imageFailed')}
      </span>
    );
  }

  function failed() {
    if (source !== whole) return setMissing(chosen);
    setBroken(whole);
    onBroken?.(picture.url);
  }

  function loaded({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
    currentTarget.style.removeProperty('background-image');
    if (source === whole) return;
    const shows = new URL(chosen, location.href).href === currentTarget.currentSrc;
    whenIdle(async () => {
      if (!(await hasThumbnail(chosen, fileExists)) && shows) setMissing(chosen);
    });
  }

  return (
    <img
      {...offered}
      src={source}
      alt={picture.alt}
      className={styles.picture}
      style={picture.placeholder ? { backgroundImage: cssUrl(picture.placeholder) } : undefined}
      width={picture.width || undefined}
      height={picture.height || undefined}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onLoad={loaded}
      onError={failed}
    />
  );
}

/** Wide screens with fine pixels show more than a thumbnail has; phones keep to it for the sake of speed. */
const fine = '(min-width: 768.02px) and (min-resolution: 1.5dppx)';

/** Which file a picture shows in its place where it has no smaller sizes. */
export function chosenAddress({ url, thumbnailUrl, sources }: PostMedia, place: Place): string {
  const isAnimated = /\.gif($|\?)/i.test(url);
  const whole = place === 'column' && !sources?.length && (matchMedia(fine).matches || isAnimated);
  return mediaAddress(whole ? url : thumbnailUrl || url);
}

/** The smaller sizes of a picture as the browser chooses among them; nothing where there are none. */
export function chosenSizes(
  picture: PostMedia,
  place: Place,
): { readonly srcSet: string; readonly sizes: string } | undefined {
  const srcSet = sourceSet(picture, 'small', mediaAddress);
  return srcSet === undefined ? undefined : { srcSet, sizes: sizesOf(picture, place) };
}

/** A data URL as a CSS image; anything else is no placeholder. */
export const cssUrl = (placeholder: string): string =>
  placeholder.startsWith('data:image/') ? `url(${JSON.stringify(placeholder)})` : 'none';
