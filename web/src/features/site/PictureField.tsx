import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { mediaAddress } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFilePicker } from '../../ui/file-picker.tsx';
import { isPicture, uploadPicture } from '../media/index.ts';
import styles from './PictureField.module.css';

interface PictureFieldProps {
  readonly label: string;
  readonly hint: string;
  /** A cover lies flat, an icon is a square. */
  readonly shape: 'cover' | 'icon';
  readonly url: string | null;
  readonly fault: string | undefined;
  readonly onChange: (url: string | null) => void;
}

/** A picture of the site: uploaded when it is picked, used from when the settings are saved. */
export function PictureField({ label, hint, shape, url, fault, onChange }: PictureFieldProps) {
  const { t } = useTexts();
  const id = useId();
  const [percent, setPercent] = useState<number | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const picker = useFilePicker({
    accept: 'image/*,.heic,.heif',
    onPick: ([file]) => file && void upload(file),
  });

  async function upload(file: File) {
    setFailed(null);
    if (!isPicture(file)) {
      setFailed(t('rules.NOT_AN_IMAGE'));
      return;
    }
    setPercent(0);
    try {
      onChange((await uploadPicture(file, '', { onProgress: setPercent })).url);
    } catch (error) {
      setFailed(failureText(error, t('site.pictureFailed')));
    } finally {
      setPercent(null);
    }
  }

  const error = failed ?? fault;
  return (
    <fieldset className={styles.field} aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      <div className={classes(styles.row, styles[shape])}>
        {url ? (
          <img src={mediaAddress(url)} alt="" className={styles.picture} />
        ) : (
          <span className={classes(styles.picture, styles.none)}>
            <ImagePlus aria-hidden />
          </span>
        )}
        <div className={styles.buttons}>
          <Button variant="secondary" size="small" busy={percent !== null} onClick={picker.open}>
            {percent !== null ? `${percent} %` : t(url ? 'site.pictureChange' : 'site.pictureChoose')}
          </Button>
          {url && percent === null && (
            <Button variant="quiet" size="small" onClick={() => onChange(null)}>
              {t('site.pictureRemove')}
            </Button>
          )}
        </div>
      </div>
      {picker.input}
      <p id={`${id}-note`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </fieldset>
  );
}
