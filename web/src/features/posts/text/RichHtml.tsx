import { thumbnailOf } from '@duet/contract/media/thumbnail';
import type { PostMedia } from '@duet/contract/posts/shapes';
import { useLayoutEffect, useRef } from 'react';
import { fileExists, mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { chosenAddress, chosenSizes, cssUrl } from '../picture/Picture.tsx';
import { isSmall } from '../picture/pictures.ts';
import { columnPx } from '../picture/source-set.ts';
import { hasThumbnail } from '../picture/thumbnail.ts';
import { cleanFragment } from './clean-html.ts';
import styles from './PostText.module.css';

interface RichHtmlProps {
  readonly html: string;
  /** The pictures in it, as far as they are known. */
  readonly media?: readonly PostMedia[] | undefined;
  readonly inline?: boolean;
  /** Its pictures load at once. */
  readonly eager?: boolean;
}

/** What has a direction of its own: that of its first letter. A quote has one for all of it, since its line stands at one side. */
const parts = ':is(p, h1, h2, h3, h4, h5, h6, ul, ol, li):not(blockquote *), blockquote';
const none: readonly PostMedia[] = [];

/**
 * Shows HTML that the server has cleaned, cleaned once more. It reaches the page as nodes and never as a string,
 * so that there is no markup for a policy to let through.
 */
export function RichHtml({ html, media = none, inline = false, eager = false }: RichHtmlProps) {
  const { t } = useTexts();
  const container = useRef<HTMLDivElement & HTMLSpanElement>(null);
  const failed = t('posts.imageFailed');
  const retry = t('actions.retry');
  useLayoutEffect(() => {
    const fragment = cleanFragment(html);
    for (const part of fragment.querySelectorAll<HTMLElement>(parts)) part.dir = 'auto';
    preparePictures(fragment, media, eager, { text: failed, retry, className: styles.failed });
    container.current?.replaceChildren(fragment);
  }, [html, media, eager, failed, retry]);
  const Element = inline ? 'span' : 'div';
  return <Element ref={container} className={classes(!inline && 'rich-text')} />;
}

/** What stands in the place of a picture that did not come. */
interface Failure {
  readonly text: string;
  readonly retry: string;
  readonly className: string | undefined;
}

const pathOf = (address: string): string => new URL(address, location.href).pathname;
const isOwn = (address: string): boolean => pathOf(address).startsWith('/media/');

/**
 * Readies the pictures of a text before they stand in the page: loaded when they come near, their place kept by
 * their measures, thumbnails instead of originals. Pictures from elsewhere are left out.
 */
function preparePictures(
  fragment: DocumentFragment,
  media: readonly PostMedia[],
  eager: boolean,
  failure: Failure,
): void {
  for (const image of fragment.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? '';
    image.removeAttribute('src');
    if (!isOwn(source)) {
      image.remove();
      continue;
    }
    const known = media.find(({ url }) => pathOf(url) === pathOf(source));
    image.loading = eager ? 'eager' : 'lazy';
    image.decoding = 'async';
    if (known) keepPlace(image, known);
    image.addEventListener('error', () => fallBack(image, known?.url ?? source, failure));
    if (known) show(image, known);
    else void showChecked(image, source);
  }
}

function show(image: HTMLImageElement, known: PostMedia): void {
  const offered = chosenSizes(known, 'column');
  if (offered) {
    image.sizes = offered.sizes;
    image.srcset = offered.srcSet;
  }
  image.src = chosenAddress(known, 'column');
}

function keepPlace(image: HTMLImageElement, { width, height, placeholder, alt }: PostMedia): void {
  if (width > 0 && height > 0) {
    image.width = width;
    image.height = height;
    image.style.setProperty('--ratio', String(width / height));
    if (isSmall({ width, height }, columnPx)) image.style.setProperty('--own-width', `${width}px`);
  }
  if (alt && !image.alt) image.alt = alt;
  if (!placeholder) return;
  image.style.backgroundImage = cssUrl(placeholder);
  image.addEventListener('load', () => image.style.removeProperty('background-image'), { once: true });
}

/** A thumbnail that no answer has named is asked for before it is used. */
async function showChecked(image: HTMLImageElement, source: string): Promise<void> {
  const thumbnail = thumbnailOf(source);
  const isThere = thumbnail !== null && (await hasThumbnail(mediaAddress(thumbnail), fileExists));
  image.src = mediaAddress(isThere ? thumbnail : source);
}

function fallBack(image: HTMLImageElement, source: string, { text, retry, className = '' }: Failure): void {
  const whole = new URL(mediaAddress(source), location.href).href;
  if (image.src !== whole) {
    image.removeAttribute('srcset');
    image.src = whole;
    return;
  }
  const tile = document.createElement('span');
  tile.className = className;
  tile.style.cssText = image.style.cssText;
  // Words stand on it now.
  tile.style.removeProperty('background-image');
  tile.append(text, document.createElement('br'));
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = retry;
  button.addEventListener('click', () => {
    tile.replaceWith(image);
    image.src = whole;
  });
  tile.append(button);
  image.replaceWith(tile);
}
