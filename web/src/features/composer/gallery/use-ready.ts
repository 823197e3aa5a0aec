import { useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { type GalleryItem, galleryFault } from './gallery-item.ts';

interface Ready {
  /** What stands below the pictures as long as there is none. */
  readonly fault: string | null;
  /** Whether the gallery may be sent; says why not. */
  readonly ready: () => boolean;
}

export function useReady(items: readonly GalleryItem[]): Ready {
  const { t } = useTexts();
  const toast = useToast();
  const [missing, setMissing] = useState(false);

  function ready(): boolean {
    const fault = galleryFault(items);
    setMissing(fault === 'none');
    if (fault === 'uploading') toast.warning(t('composer.picturesPending'));
    if (fault === 'failed') toast.error(t('composer.galleryFailedLeft'));
    return fault === null;
  }

  return { fault: missing && items.length === 0 ? t('rules.imagesRequired') : null, ready };
}
