import type { OpenUpload } from '@duet/contract/uploads/shapes';
import { useQuery } from '@tanstack/react-query';
import { Trash2, UploadCloud } from 'lucide-react';
import { useRef } from 'react';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useFilePicker } from '../../../ui/file-picker.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useToast } from '../../../ui/toast.ts';
import styles from './OpenUploads.module.css';
import { isUploadOf, ofNewVideos, uploadsQuery, useAcceptedTypes } from './open-uploads.ts';
import { uploadCalls } from './upload-calls.ts';
import { acceptAttribute } from './video-type.ts';

interface OpenUploadsProps {
  /** The session that this device knows by itself; it is offered elsewhere. */
  readonly except: string | null;
  /** The same file, picked again. */
  readonly onContinue: (file: File) => void;
}

/** Offers to go on with videos whose upload was interrupted, here or on another device. */
export function OpenUploads({ except, onContinue }: OpenUploadsProps) {
  const { t } = useTexts();
  const toast = useToast();
  const wanted = useRef<OpenUpload | null>(null);
  const { data, refetch } = useQuery({ ...uploadsQuery, select: ofNewVideos });
  const accepted = useAcceptedTypes();
  const picker = useFilePicker({
    accept: acceptAttribute(accepted),
    onPick: ([file]) => file && void picked(file),
  });

  async function picked(file: File): Promise<void> {
    const upload = wanted.current;
    if (!upload) return;
    if (await isUploadOf(upload, file)) return onContinue(file);
    toast.warning(t('upload.otherFile', { name: upload.fileName }));
  }

  async function discard(upload: OpenUpload): Promise<void> {
    try {
      await uploadCalls.cancel(upload.sessionId);
    } catch (error) {
      // Discarded on another device, or over: it is not there, as was wanted.
      const isGone = error instanceof CallFailure && error.status === 404;
      if (!isGone) toast.error(failureText(error, t('upload.discardFailed')));
    }
    await refetch();
  }

  const uploads = data?.filter(({ sessionId }) => sessionId !== except) ?? [];
  if (uploads.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label={t('upload.open')}>
      {uploads.map((upload) => (
        <li key={upload.sessionId}>
          <button
            type="button"
            className={styles.goOn}
            onClick={() => {
              wanted.current = upload;
              picker.open();
            }}
          >
            <UploadCloud size={24} aria-hidden />
            <span>
              <span className={styles.name}>{t('upload.continue', { name: upload.fileName })}</span>
              <span className={styles.hint}>
                {t('upload.continueHint', {
                  percent: Math.floor((100 * upload.receivedBytes) / upload.fileSize),
                })}
              </span>
            </span>
          </button>
          <IconButton
            label={t('upload.discardOpen', { name: upload.fileName })}
            onClick={() => void discard(upload)}
          >
            <Trash2 size={20} aria-hidden />
          </IconButton>
        </li>
      ))}
      <li hidden>{picker.input}</li>
    </ul>
  );
}
