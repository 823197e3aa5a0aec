import { ArrowLeft, ArrowRight, Check, ImageIcon, RotateCw, TriangleAlert, X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './GalleryTile.module.css';
import { canRetry, type GalleryItem } from './gallery-item.ts';

interface GalleryTileProps {
  readonly item: GalleryItem;
  /** Counted from 0. */
  readonly place: number;
  readonly count: number;
  readonly dragged: boolean;
  /** Makes the picture draggable. */
  readonly handle: ComponentProps<'div'>;
  readonly onMove: (to: number) => void;
  readonly onDescribe: () => void;
  readonly onRetry: () => void;
  /** Its file is on this device no more, or is never taken. */
  readonly onChoose: () => void;
  readonly onRemove: () => void;
}

/** A picture of a gallery being composed: how far it is, what it shows, where it stands. */
export function GalleryTile({ item, place, count, dragged, handle, ...on }: GalleryTileProps) {
  const { t } = useTexts();
  const name = item.alt || item.originalName;
  const values = { number: place + 1, name };

  return (
    <li
      className={classes(styles.tile, dragged && styles.dragged)}
      data-item={item.key}
      data-status={item.status}
      aria-label={t('composer.galleryPicture', values)}
    >
      <div className={styles.picture} {...handle}>
        <Preview key={item.previewUrl} item={item} />
        <State item={item} onRetry={on.onRetry} onChoose={on.onChoose} />
        <IconButton
          className={styles.remove}
          label={t('composer.galleryRemove', values)}
          onClick={on.onRemove}
          onPointerDown={(event) => event.stopPropagation()}
        >
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.tools}>
        <IconButton
          label={t('composer.galleryMoveLeft', values)}
          data-move="left"
          disabled={place === 0}
          onClick={() => on.onMove(place - 1)}
        >
          <ArrowLeft size={20} aria-hidden />
        </IconButton>
        <button
          type="button"
          className={classes(styles.describe, item.alt !== '' && styles.described)}
          aria-label={t('composer.galleryDescribe', values)}
          onClick={on.onDescribe}
        >
          {item.alt || t('composer.galleryDescribeShort')}
        </button>
        <IconButton
          label={t('composer.galleryMoveRight', values)}
          data-move="right"
          disabled={place === count - 1}
          onClick={() => on.onMove(place + 1)}
        >
          <ArrowRight size={20} aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

/** The picture, or its name where this browser cannot show it. */
function Preview({ item }: { readonly item: GalleryItem }) {
  const [broken, setBroken] = useState(false);
  if (item.previewUrl === '' || broken) {
    // What went wrong is written over it.
    if (item.status === 'error') return <span className={styles.nameless} />;
    return (
      <span className={styles.nameless}>
        <ImageIcon aria-hidden />
        <span>{item.originalName}</span>
      </span>
    );
  }
  return (
    <img
      src={item.previewUrl}
      alt={item.alt}
      draggable={false}
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}

const chooseTexts = { refused: 'composer.videoOther', fileGone: 'composer.galleryChooseAgain' } as const;

type StateProps = Pick<GalleryTileProps, 'item' | 'onRetry' | 'onChoose'>;

function State({ item, onRetry, onChoose }: StateProps) {
  const { t } = useTexts();
  const retry = canRetry(item);
  if (item.status === 'uploaded') {
    return (
      <span className={styles.uploaded}>
        <Check size={16} aria-hidden />
        <span className="visually-hidden">{t('composer.galleryUploaded')}</span>
      </span>
    );
  }
  if (item.status === 'uploading') {
    const percent = item.uploadProgress;
    return (
      <span className={styles.uploading}>
        <span>{t('composer.galleryUploading', { percent })}</span>
        <progress aria-label={item.originalName} max={100} value={percent} />
      </span>
    );
  }
  return (
    <div className={styles.failed} role="alert">
      <TriangleAlert size={20} aria-hidden />
      <p>{item.uploadError}</p>
      <Button
        size="small"
        icon={retry ? <RotateCw size={16} aria-hidden /> : <ImageIcon size={16} aria-hidden />}
        onClick={retry ? onRetry : onChoose}
        onPointerDown={(event) => event.stopPropagation()}
      >
        {t(retry ? 'actions.retry' : chooseTexts[item.next === 'refused' ? 'refused' : 'fileGone'])}
      </Button>
    </div>
  );
}
