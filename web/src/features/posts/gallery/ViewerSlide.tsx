import type { PostMedia } from '@duet/contract/posts/shapes';
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import styles from './GalleryViewer.module.css';

interface ViewerSlideProps {
  readonly picture: PostMedia;
  /** Only the picture that shows and its neighbours are loaded. */
  readonly near: boolean;
  readonly current: boolean;
  readonly zoomed: boolean;
  readonly onZoom: (zoomed: boolean) => void;
}

/** One picture over the whole screen; a double tap or click enlarges it where it was touched. */
export function ViewerSlide({ picture, near, current, zoomed, onZoom }: ViewerSlideProps) {
  const { t } = useTexts();
  const [broken, setBroken] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const touched = useRef({ x: 0.5, y: 0.5 });

  useLayoutEffect(() => {
    const element = frame.current;
    if (!zoomed || !element) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    element.scrollLeft = touched.current.x * scrollWidth - clientWidth / 2;
    element.scrollTop = touched.current.y * scrollHeight - clientHeight / 2;
  }, [zoomed]);

  function toggleZoom({ clientX, clientY, currentTarget }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect();
    touched.current = { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
    onZoom(!zoomed);
  }

  return (
    <figure className={classes(styles.slide, zoomed && styles.zoomed)} aria-hidden={!current}>
      <div ref={frame} className={styles.frame}>
        {broken && <p className={styles.failed}>{t('posts.imageFailed')}</p>}
        {near && !broken && (
          <img
            src={mediaAddress(picture.url)}
            alt={picture.alt}
            draggable={false}
            decoding="async"
            style={{ backgroundImage: `url(${JSON.stringify(mediaAddress(picture.thumbnailUrl))})` }}
            onLoad={({ currentTarget }) => currentTarget.style.removeProperty('background-image')}
            onError={() => setBroken(true)}
            onDoubleClick={toggleZoom}
          />
        )}
      </div>
      {picture.alt && <figcaption className={styles.alt}>{picture.alt}</figcaption>}
    </figure>
  );
}
