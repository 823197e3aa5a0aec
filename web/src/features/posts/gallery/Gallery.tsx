import type { PostMedia } from '@duet/contract/posts/shapes';
import { Images } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { Picture } from '../picture/Picture.tsx';
import { shownRatio } from '../picture/pictures.ts';
import styles from './Gallery.module.css';
import { gridOf, isLying, placeOf } from './grid.ts';

const loadViewer = () => import('./GalleryViewer.tsx');
const GalleryViewer = lazy(loadViewer);

const layouts = ['one', 'two', 'three', 'four'] as const;

interface GalleryProps {
  readonly pictures: readonly PostMedia[];
  readonly eager: boolean;
}

/** The pictures of a post: one in its own ratio, up to four as tiles; each opens all of them in the viewer. */
export function Gallery({ pictures, eager }: GalleryProps) {
  const { t } = useTexts();
  const [opened, setOpened] = useState<number | null>(null);
  const { tiles, hidden } = gridOf(pictures);
  const [first] = tiles;
  if (!first) return null;

  const single = tiles.length === 1;
  const count = pictures.length;
  return (
    <div
      className={classes(
        styles.gallery,
        styles[`${layouts[tiles.length - 1]}${isLying(tiles) ? 'Lying' : ''}`],
      )}
      style={single ? { aspectRatio: shownRatio(first) } : undefined}
    >
      <ul className={styles.grid}>
        {tiles.map((picture, index) => (
          <li key={picture.url}>
            <button
              type="button"
              className={styles.tile}
              aria-haspopup="dialog"
              onPointerDown={() => void loadViewer()}
              onClick={() => setOpened(index)}
            >
              <span className="visually-hidden">{t('posts.openPicture', { index: index + 1, count })}</span>
              <Picture picture={picture} place={placeOf(index, tiles)} eager={eager} />
              {hidden > 0 && index === tiles.length - 1 && <span className={styles.rest}>+{hidden}</span>}
            </button>
          </li>
        ))}
      </ul>
      {count > 1 && (
        <span className={styles.chip}>
          <Images size={16} aria-hidden />
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{t('posts.galleryCount', { count })}</span>
        </span>
      )}
      {opened !== null && (
        <Suspense fallback={null}>
          <GalleryViewer pictures={pictures} start={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  );
}
