import type { PostMedia } from '@duet/contract/posts/shapes';
import { type Ref, useState } from 'react';
import type { ContainerRect } from 'yet-another-react-lightbox';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { cssUrl } from '../picture/Picture.tsx';
import { sourceSet } from '../picture/source-set.ts';
import { fitWithin } from './fit-within.ts';
import styles from './GalleryViewer.module.css';

interface ViewerPictureProps {
  readonly picture: PostMedia;
  /** The room there is, in CSS pixels. */
  readonly room: ContainerRect;
  /** How much it is enlarged; 1 is whole. */
  readonly zoom: number;
  /** What of it is there already; its thumbnail where absent. */
  readonly known?: string | undefined;
  readonly ref?: Ref<HTMLImageElement> | undefined;
}

/** One picture over the whole screen, its thumbnail and the blurred placeholder behind it until it has come. */
export function ViewerPicture({ picture, room, zoom, known, ref }: ViewerPictureProps) {
  const { t } = useTexts();
  const [state, setState] = useState<'loading' | 'whole' | 'shown' | 'broken'>('loading');
  if (state === 'broken') {
    return (
      <div className={styles.failed}>
        <p>{t('posts.imageFailed')}</p>
        <Button variant="secondary" size="small" onClick={() => setState('loading')}>
          {t('actions.retry')}
        </Button>
      </div>
    );
  }
  const { width, height } = fitWithin(picture, room);
  const thumbnail = known || mediaAddress(picture.thumbnailUrl);
  // A source that does not come leaves the whole picture.
  const srcSet = state === 'whole' ? undefined : sourceSet(picture, 'whole', mediaAddress);
  return (
    <img
      ref={ref}
      src={mediaAddress(picture.url)}
      srcSet={srcSet}
      sizes={srcSet && `${Math.round(width * zoom)}px`}
      alt={picture.alt}
      draggable={false}
      decoding="async"
      className={classes(styles.picture, state !== 'shown' && styles.coming)}
      style={{
        width,
        height,
        ...(state !== 'shown' && {
          backgroundImage: `url(${JSON.stringify(thumbnail)}), ${cssUrl(picture.placeholder)}`,
        }),
      }}
      onLoad={() => setState('shown')}
      onError={() => setState(srcSet ? 'whole' : 'broken')}
    />
  );
}
