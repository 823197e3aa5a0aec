import type { PostMedia } from '@duet/contract/posts/shapes';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { cleanFragment } from './clean-html.ts';
import styles from './PostText.module.css';
import { preparePictures } from './rich-pictures.ts';

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
