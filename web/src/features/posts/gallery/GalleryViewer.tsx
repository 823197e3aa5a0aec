import type { PostMedia } from '@duet/contract/posts/shapes';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useModal } from '../../../ui/modal.ts';
import styles from './GalleryViewer.module.css';
import { useDismissDrag } from './use-dismiss-drag.ts';
import { ViewerSlide } from './ViewerSlide.tsx';

interface GalleryViewerProps {
  readonly pictures: readonly PostMedia[];
  /** The picture to begin with, counted from 0. */
  readonly start: number;
  readonly onClose: () => void;
}

/** All pictures of a post, one at a time over the whole screen: swiped, by arrow keys or buttons. */
export default function GalleryViewer({ pictures, start, onClose }: GalleryViewerProps) {
  const { t } = useTexts();
  const { props } = useModal(onClose);
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(start);
  const [zoomed, setZoomed] = useState(false);
  const drag = useDismissDrag(track, !zoomed, onClose);
  const count = pictures.length;

  useEffect(() => {
    const element = track.current;
    element?.scrollTo({ left: start * element.clientWidth, behavior: 'instant' });
    element?.focus();
  }, [start]);

  function show(next: number) {
    const element = track.current;
    if (!element || next < 0 || next >= count) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ left: next * element.clientWidth, behavior: still ? 'instant' : 'smooth' });
  }

  function scrolled() {
    const element = track.current;
    if (!element) return;
    const next = Math.round(element.scrollLeft / element.clientWidth);
    if (next === index) return;
    setIndex(next);
    setZoomed(false);
  }

  function press(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: count - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  }

  return createPortal(
    <dialog {...props} onKeyDown={press} aria-label={t('posts.pictures')} className={styles.viewer}>
      <div className={styles.bar}>
        <p aria-live="polite">
          <span aria-hidden="true">
            {index + 1} / {count}
          </span>
          <span className="visually-hidden">{t('posts.pictureOf', { index: index + 1, count })}</span>
        </p>
        <IconButton label={t('actions.close')} onClick={onClose} className={styles.control}>
          <X aria-hidden />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <div ref={track} {...drag} onScroll={scrolled} tabIndex={0} className={styles.track}>
        {pictures.map((picture, at) => (
          <ViewerSlide
            key={picture.url}
            picture={picture}
            near={Math.abs(at - index) <= 1}
            current={at === index}
            zoomed={zoomed && at === index}
            onZoom={setZoomed}
          />
        ))}
      </div>
      {index > 0 && (
        <IconButton
          label={t('posts.previousPicture')}
          onClick={() => show(index - 1)}
          className={classes(styles.control, styles.side, styles.previous)}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
      )}
      {index < count - 1 && (
        <IconButton
          label={t('posts.nextPicture')}
          onClick={() => show(index + 1)}
          className={classes(styles.control, styles.side, styles.next)}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      )}
    </dialog>,
    document.body,
  );
}
