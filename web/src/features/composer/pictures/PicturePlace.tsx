import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { ImageOff, ImagePlus, RotateCw } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFilePicker } from '../../../ui/file-picker.tsx';
import { useStore } from '../../../ui/store.ts';
import { useToast } from '../../../ui/toast.ts';
import { pictureFault } from '../../media/index.ts';
import styles from './PicturePlace.module.css';
import type { PictureAttributes, PictureUpload, PictureUploads } from './picture-uploads.ts';

/** The place of a picture that is not stored yet: how far it is, why it failed, or that it has to be added. */
export function PicturePlace({ node, extension, selected, updateAttributes }: NodeViewProps) {
  const { t } = useTexts();
  const toast = useToast();
  const { uploads } = extension.options as { readonly uploads: PictureUploads };
  const { upload: key, alt } = node.attrs as PictureAttributes;
  const upload = useStore({ get: () => (key ? uploads.get(key) : null), subscribe: uploads.subscribe });
  const picker = useFilePicker({
    accept: 'image/*',
    onPick: ([file]) => {
      const fault = file ? pictureFault(file) : null;
      if (fault) toast.error(fault);
      else if (file) updateAttributes({ upload: uploads.take(file) });
    },
  });
  const failed = upload?.status === 'failed';

  return (
    <NodeViewWrapper
      className={styles.place}
      role="group"
      aria-label={[upload ? null : t('composer.pictureMissing'), alt || (upload && t('composer.picture'))]
        .filter(Boolean)
        .join(': ')}
      data-selected={selected || undefined}
      data-status={upload?.status ?? 'missing'}
      contentEditable={false}
    >
      {upload?.preview ? (
        <img className={styles.preview} src={upload.preview} alt="" draggable={false} />
      ) : (
        <ImageOff className={styles.icon} size={28} aria-hidden />
      )}
      <div className={styles.words}>
        {alt && (
          <p className={styles.alt} dir="auto">
            {alt}
          </p>
        )}
        <p className={failed ? styles.failed : undefined}>{sentence(upload)}</p>
        {(failed || !upload) && (
          <div className={styles.actions}>
            {failed && upload.mayRetry && key && (
              <Button
                size="small"
                variant="secondary"
                icon={<RotateCw size={16} aria-hidden />}
                onClick={() => uploads.retry(key)}
              >
                {t('composer.pictureRetry')}
              </Button>
            )}
            <Button
              size="small"
              variant="secondary"
              icon={<ImagePlus size={16} aria-hidden />}
              onClick={picker.open}
            >
              {t(failed ? 'composer.pictureOther' : 'composer.pictureAdd')}
            </Button>
          </div>
        )}
      </div>
      {upload?.status === 'uploading' && (
        <progress className={styles.progress} max={100} value={upload.percent} aria-hidden />
      )}
      {picker.input}
    </NodeViewWrapper>
  );

  function sentence(now: PictureUpload | null): string {
    if (!now) return t('composer.pictureMissingHint');
    if (now.status === 'failed') return now.error;
    return t('composer.pictureUploadingAt', { percent: now.status === 'uploading' ? now.percent : 100 });
  }
}
