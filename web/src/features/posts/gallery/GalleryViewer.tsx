import 'yet-another-react-lightbox/styles.css';
import type { PostMedia } from '@duet/contract/posts/shapes';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import Lightbox, { type ControllerRef, type ZoomRef } from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { fitWithin, sizeOf } from './fit-within.ts';
import styles from './GalleryViewer.module.css';
import { shrinkInto } from './grow.ts';
import {
  dialogPlugin,
  type HasPart,
  renderInParts,
  SlideContext,
  useParts,
  ViewerDialog,
} from './ViewerDialog.tsx';
import { ViewerPicture } from './ViewerPicture.tsx';

export { growFrom } from './grow.ts';

export interface GalleryViewerProps {
  readonly pictures: readonly PostMedia[];
  /** The picture to begin with, counted from 0. */
  readonly start: number;
  /** What of that picture is there already. */
  readonly startSource?: string | undefined;
  /** The tile of a picture, where it goes back to. */
  readonly tileOf: (index: number) => Element | null;
  readonly onClose: () => void;
}

const plugins = [dialogPlugin, Zoom, renderInParts];
const swipeMs = 260;
/** Also a picture of few pixels can be looked at closely. */
const pixelEnlarged = 3;

/** A press on a button is no beginning of a swipe. */
const still = { onPointerDown: (event: SyntheticEvent) => event.stopPropagation() };

/**
 * All pictures of a post, one at a time over the whole screen: swiped, by arrow keys, Home, End or buttons; enlarged by
 * two fingers, a double tap, + and −; closed by pulling, Escape, back or the cross.
 */
export default function GalleryViewer({ pictures, start, startSource, tileOf, onClose }: GalleryViewerProps) {
  const has = useParts();
  const [leaving, setLeaving] = useState(false);
  const place = useRef({ index: start, zoomed: false });
  const picture = useRef<HTMLImageElement>(null);

  function close() {
    setLeaving(true);
    const { index, zoomed } = place.current;
    shrinkInto(tileOf(index), zoomed ? null : picture.current, onClose);
  }

  const opened = pictures[start];
  return (
    <ViewerDialog onClose={close} onLeave={onClose} leaving={leaving}>
      {has('frame') && (
        <Slides
          pictures={pictures}
          start={start}
          startSource={startSource}
          has={has}
          picture={picture}
          place={place}
          onClose={close}
        />
      )}
      {!has('tools') && opened && (
        <OpenedPicture picture={opened} source={startSource} shown={picture} onClose={close} />
      )}
    </ViewerDialog>
  );
}

interface OpenedPictureProps {
  readonly picture: PostMedia;
  readonly source: string | undefined;
  readonly shown: RefObject<HTMLImageElement | null>;
  readonly onClose: () => void;
}

/** The picture that was opened, as its tile had it, in the place where the slide will stand. */
function OpenedPicture({ picture, source, shown, onClose }: OpenedPictureProps) {
  const { t } = useTexts();
  const { width, height } = fitWithin(picture, { width: innerWidth, height: innerHeight });
  return (
    <>
      <img
        ref={shown}
        src={source || mediaAddress(picture.thumbnailUrl)}
        alt={picture.alt}
        decoding="sync"
        className={classes(styles.picture, styles.opened)}
        style={{ width, height }}
      />
      <div className={styles.firstTools}>
        <CloseButton label={t('actions.close')} onClose={onClose} />
      </div>
    </>
  );
}

function CloseButton({ label, onClose }: { readonly label: string; readonly onClose: () => void }) {
  return (
    <IconButton label={label} onClick={onClose} className={styles.control}>
      <X aria-hidden />
    </IconButton>
  );
}

interface SlidesProps extends Omit<GalleryViewerProps, 'tileOf'> {
  readonly has: HasPart;
  /** The picture in the middle. */
  readonly picture: RefObject<HTMLImageElement | null>;
  readonly place: RefObject<{ index: number; zoomed: boolean }>;
}

function Slides({ pictures, start, startSource, has, picture: middle, place, onClose }: SlidesProps) {
  const { t } = useTexts();
  const controller = useRef<ControllerRef>(null);
  const [index, setIndex] = useState(start);
  const [zoomed, setZoomed] = useState(false);
  // What is opened stays, also where the post is loaded anew behind it.
  const [shown] = useState(() => new Map(pictures.map((picture) => [mediaAddress(picture.url), picture])));
  const [slides] = useState(() =>
    [...shown].map(([src, picture]) => ({ src, alt: picture.alt, ...sizeOf(picture) })),
  );
  const count = slides.length;
  const isFull = has('tools');

  place.current = { index, zoomed };

  // The button that led here may be gone with the last picture, and the focus with it; the arrow keys stay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture is what may take the button away
  useEffect(() => {
    if (document.activeElement === document.body) controller.current?.focus();
  }, [index]);

  function press(key: string): void {
    if (key === 'Home' && index > 0) controller.current?.prev({ count: index });
    if (key === 'End' && index < count - 1) controller.current?.next({ count: count - 1 - index });
  }

  const side = (label: string, place: string | undefined, icon: ReactNode, go: () => void) => (
    <IconButton label={label} onClick={go} {...still} className={classes(styles.control, styles.side, place)}>
      {icon}
    </IconButton>
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the dialog inside
    <div onKeyDown={({ key }) => press(key)}>
      <SlideContext value={has('slide')}>
        <Lightbox
          open
          close={onClose}
          index={start}
          slides={slides}
          plugins={plugins}
          carousel={{ finite: true, preload: has('neighbours') ? 1 : 0, padding: 0, spacing: 0 }}
          animation={{ swipe: swipeMs, navigation: swipeMs, zoom: swipeMs }}
          controller={{ ref: controller, closeOnPullDown: true, closeOnPullUp: true, closeOnEscape: false }}
          zoom={{ maxZoomPixelRatio: pixelEnlarged, pinchZoomV4: true }}
          toolbar={{ buttons: isFull ? ['zoom', 'close'] : [] }}
          labels={{
            Carousel: t('posts.pictures'),
            'Photo gallery': t('posts.pictures'),
            Slide: t('posts.picture'),
            '{index} of {total}': t('posts.pictureOf', { index: '{index}', count }),
          }}
          on={{ view: (view) => setIndex(view.index), zoom: ({ zoom }) => setZoomed(zoom > 1) }}
          render={{
            slide: ({ slide, rect, zoom, offset }) => {
              const picture = 'src' in slide ? shown.get(slide.src) : undefined;
              // Nothing at all would be taken for a wish to see the lightbox's own picture.
              if (!isFull) return <span />;
              return (
                picture && (
                  <ViewerPicture
                    picture={picture}
                    room={rect}
                    zoom={offset === 0 ? (zoom ?? 1) : 1}
                    known={picture === pictures[start] ? startSource : undefined}
                    ref={offset === 0 ? middle : undefined}
                  />
                )
              );
            },
            slideFooter: ({ slide }) =>
              isFull &&
              'alt' in slide &&
              slide.alt &&
              !zoomed && (
                <p className={styles.alt} dir="auto">
                  {slide.alt}
                </p>
              ),
            controls: () =>
              isFull && (
                <p className={styles.place} aria-live="polite">
                  <span aria-hidden="true">
                    {index + 1} / {count}
                  </span>
                  <span className="visually-hidden">{t('posts.pictureOf', { index: index + 1, count })}</span>
                </p>
              ),
            buttonZoom: (zoom) => <ZoomButton {...zoom} />,
            buttonClose: () => <CloseButton key="close" label={t('actions.close')} onClose={onClose} />,
            buttonPrev: () =>
              isFull &&
              index > 0 &&
              side(t('posts.previousPicture'), styles.previous, <ChevronLeft aria-hidden />, () =>
                controller.current?.prev(),
              ),
            buttonNext: () =>
              isFull &&
              index < count - 1 &&
              side(t('posts.nextPicture'), styles.next, <ChevronRight aria-hidden />, () =>
                controller.current?.next(),
              ),
          }}
        />
      </SlideContext>
    </div>
  );
}

/** For those who have neither two fingers nor a double tap. */
function ZoomButton({ zoom, disabled, changeZoom, maxZoom }: ZoomRef) {
  const { t } = useTexts();
  const isZoomed = zoom > 1;
  return (
    <IconButton
      label={t(isZoomed ? 'posts.zoomOut' : 'posts.zoomIn')}
      disabled={disabled}
      onClick={() => changeZoom(isZoomed ? 1 : Math.min(maxZoom, 2.5))}
      className={styles.control}
    >
      {isZoomed ? <ZoomOut aria-hidden /> : <ZoomIn aria-hidden />}
    </IconButton>
  );
}
