import { Film } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { useFilePicker } from '../../../ui/file-picker.tsx';
import { Spinner } from '../../../ui/Loading.tsx';
import { useAcceptedTypes } from './open-uploads.ts';
import styles from './VideoPicker.module.css';
import { acceptAttribute, namesOf } from './video-type.ts';

interface VideoPickerProps {
  readonly label: string;
  /** Of an upload that a reload has interrupted. */
  readonly notice?: string | null;
  readonly fault: string | null;
  readonly checking: boolean;
  readonly onPick: (file: File) => void;
}

/** Where a video is chosen or dropped. */
export function VideoPicker({ label, notice, fault, checking, onPick }: VideoPickerProps) {
  const { t, language } = useTexts();
  const [over, setOver] = useState(false);
  const accepted = useAcceptedTypes();
  const picker = useFilePicker({
    accept: acceptAttribute(accepted),
    onPick: ([file]) => file && onPick(file),
  });

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onPick(file);
  }

  return (
    <div className={styles.picker}>
      {notice && <p className={styles.notice}>{notice}</p>}
      <button
        type="button"
        className={classes(styles.zone, over && styles.over)}
        disabled={checking}
        onClick={picker.open}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {checking ? <Spinner /> : <Film size={32} aria-hidden />}
        <span>{checking ? t('upload.videoChecking') : label}</span>
      </button>
      {picker.input}
      <p className={styles.hint}>
        {accepted ? t('composer.videoHint', { types: namesOf(accepted, language) }) : '\u00a0'}
      </p>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
