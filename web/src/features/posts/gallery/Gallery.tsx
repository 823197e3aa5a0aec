import type { PostMedia } from '@duet/contract/posts/shapes';
import { Images } from 'lucide-react';
import {
  type ComponentType,
  type CSSProperties,
  lazy,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { SheetPart } from '../../../offline/SheetPart.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Picture } from '../picture/Picture.tsx';
import { isSmall, ownRatio, shownRatio } from '../picture/pictures.ts';
import { columnPx } from '../picture/source-set.ts';
import styles from './Gallery.module.css';
import type { GalleryViewerProps } from './GalleryViewer.tsx';
import { gridOf, isStacked, placeOf } from './grid.ts';
import { loadedViewer, loadViewer } from './load-viewer.ts';

const LoadedViewer = lazy(loadViewer);

interface Opened {
  readonly index: number;
  /** What the tile shows, which is there at once. */
  readonly source: string | undefined;
  readonly Viewer: ComponentType<GalleryViewerProps>;
}

const layouts = ['one', 'two', 'three', 'four'] as const;
/** How many pictures of a column load at once. */
const atOnce = 2;

interface GalleryProps {
  readonly pictures: readonly PostMedia[];
  readonly eager: boolean;
  /** All pictures beneath each other, uncropped, instead of the tiles of the feed. */
  readonly whole: boolean;
}

/** The pictures of a post: one in its own ratio, up to four as tiles, or all of them whole; each opens the viewer. */
export function Gallery({ pictures, eager, whole }: GalleryProps) {
  const { t } = useTexts();
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { broken, tries, report, retry } = useBroken();
  const grid = gridOf(pictures);
  const { tiles, hidden } = whole ? { tiles: pictures, hidden: 0 } : grid;
  if (tiles.length === 0) return null;

  const count = pictures.length;
  const inColumn = whole || count === 1;
  const layout = inColumn ? 'column' : `${layouts[tiles.length - 1]}${isStacked(tiles) ? 'Stacked' : ''}`;
  // Who presses before its code has come sees the viewer without the motion.
  const open = (index: number, tile: HTMLElement) => {
    const source = tile.querySelector('img')?.currentSrc;
    const viewer = loadedViewer();
    const show = () => setOpened({ index, source, Viewer: viewer?.default ?? LoadedViewer });
    viewer ? viewer.growFrom(tile, show) : show();
  };
  // What lies behind `+N` goes back into the tile that says so.
  const tileOf = (index: number) => list.current?.children.item(Math.min(index, tiles.length - 1)) ?? null;
  return (
    <div className={classes(styles.gallery, styles[layout], whole && styles.whole)}>
      <ul ref={list} className={styles.grid}>
        {tiles.map((picture, index) => (
          <li key={picture.url} style={measuresOf(picture, inColumn, whole)}>
            <button
              type="button"
              className={styles.tile}
              aria-haspopup="dialog"
              onPointerDown={() => void loadViewer()}
              onClick={({ currentTarget }) => open(index, currentTarget)}
            >
              <span className="visually-hidden">{t('posts.openPicture', { index: index + 1, count })}</span>
              <Picture
                key={tries.get(picture.url) ?? 0}
                picture={picture}
                place={inColumn ? 'column' : placeOf(index, tiles)}
                eager={eager && index < (whole ? atOnce : tiles.length)}
                onBroken={report}
              />
              {hidden > 0 && index === tiles.length - 1 && <span className={styles.rest}>+{hidden}</span>}
            </button>
            {whole && count > 1 && (
              <span aria-hidden="true" className={styles.chip}>
                {t('posts.placeOf', { index: index + 1, count })}
              </span>
            )}
            {inColumn && broken.has(picture.url) && <BrokenPictures onRetry={retry} />}
            {whole && picture.alt && (
              <p aria-hidden="true" dir="auto" className={styles.caption}>
                {picture.alt}
              </p>
            )}
          </li>
        ))}
      </ul>
      {!inColumn && broken.size > 0 && <BrokenPictures onRetry={retry} />}
      {count > 1 && (
        <span className={whole ? 'visually-hidden' : styles.chip}>
          <Images size={16} aria-hidden />
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{t('posts.galleryCount', { count })}</span>
        </span>
      )}
      {opened && (
        <SheetPart onClose={() => setOpened(null)}>
          <opened.Viewer
            pictures={pictures}
            start={opened.index}
            startSource={opened.source}
            tileOf={tileOf}
            onClose={() => setOpened(null)}
          />
        </SheetPart>
      )}
    </div>
  );
}

/** What the style sheet knows of a picture: its ratio where it stands alone in its row, its own size where it is small. */
function measuresOf(picture: PostMedia, inColumn: boolean, whole: boolean): CSSProperties {
  const { width, height } = picture;
  const small = isSmall(picture, inColumn ? columnPx : columnPx / 2);
  return {
    ...(inColumn && { '--ratio': whole ? ownRatio(picture) : shownRatio(picture) }),
    ...(small && { '--own-width': `${width}px`, '--own-height': `${height}px` }),
  } as CSSProperties;
}

/** Says once that pictures did not come, at the foot of their tiles, and asks for them again. */
function BrokenPictures({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTexts();
  return (
    <div className={styles.broken}>
      <p>{t('posts.imageFailed')}</p>
      <Button
        variant="secondary"
        size="small"
        onClick={({ currentTarget }) => {
          // The button goes until it is known whether they come.
          currentTarget.closest('li, div:has(> ul)')?.querySelector('button')?.focus({ preventScroll: true });
          onRetry();
        }}
      >
        {t('actions.retry')}
      </Button>
    </div>
  );
}

interface Broken {
  /** The addresses of the pictures that did not come. */
  readonly broken: ReadonlySet<string>;
  /** How often each one was asked for again; a key of the element that asks. */
  readonly tries: ReadonlyMap<string, number>;
  readonly report: (url: string) => void;
  readonly retry: () => void;
}

const allCame: Pick<Broken, 'broken' | 'tries'> = { broken: new Set(), tries: new Map() };

/** Which pictures of a gallery failed to load. They are asked for again by `retry`, and once the device is back online. */
function useBroken(): Broken {
  // In one state: what fails as one presses is asked for again as well.
  const [pictures, setPictures] = useState(allCame);
  const hasBroken = pictures.broken.size > 0;

  const report = useCallback(
    (url: string) => setPictures(({ broken, tries }) => ({ tries, broken: new Set(broken).add(url) })),
    [],
  );
  const retry = useCallback(
    () =>
      setPictures(({ broken, tries }) => {
        const again = [...broken].map((url) => [url, (tries.get(url) ?? 0) + 1] as const);
        return { ...allCame, tries: new Map([...tries, ...again]) };
      }),
    [],
  );

  useEffect(() => {
    if (!hasBroken) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [hasBroken, retry]);

  return { ...pictures, report, retry };
}
