import { MB } from '@duet/contract/limits';
import { Pause, Play, X } from 'lucide-react';
import { numberFormat } from '../../../i18n/formats.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './UploadProgress.module.css';
import type { UploadState } from './upload-state.ts';

interface UploadProgressProps {
  readonly state: UploadState;
  readonly name: string;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

/** How far an upload is, and what can be done about it. */
export function UploadProgress({ state, name, onPause, onResume, onCancel }: UploadProgressProps) {
  const { t, language } = useTexts();
  const format = numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const megabytes = (bytes: number) => format.format(bytes / MB);
  const movable = state.phase === 'preparing' || state.phase === 'uploading';

  return (
    <section
      className={styles.progress}
      aria-label={t('composer.videoUpload')}
      data-phase={state.phase}
      data-hold={state.hold ?? undefined}
    >
      <div className={styles.words}>
        <p role="status">{t(`upload.${words(state)}`)}</p>
        <p className={styles.percent}>{state.progress}%</p>
      </div>
      <progress max={100} value={state.progress} aria-label={name} />
      <p className={styles.detail}>
        {state.hold === 'line'
          ? t('upload.goesOn')
          : t('upload.sentOf', { sent: megabytes(state.sentBytes), total: megabytes(state.totalBytes) })}
      </p>
      {movable && (
        <div className={styles.actions}>
          {state.hold ? (
            <Button variant="secondary" size="small" icon={<Play size={16} aria-hidden />} onClick={onResume}>
              {t('upload.resume')}
            </Button>
          ) : (
            <Button variant="secondary" size="small" icon={<Pause size={16} aria-hidden />} onClick={onPause}>
              {t('upload.pause')}
            </Button>
          )}
          <Button variant="quiet" size="small" icon={<X size={16} aria-hidden />} onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
        </div>
      )}
    </section>
  );
}

function words({ phase, hold }: UploadState) {
  if (hold === 'paused') return 'paused';
  if (hold === 'line') return 'connectionLost';
  if (phase === 'complete') return 'complete';
  if (phase === 'finalizing') return 'finalizing';
  return phase === 'uploading' ? 'uploading' : 'preparing';
}
