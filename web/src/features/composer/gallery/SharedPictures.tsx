import { Check, ImageIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  removeSharedFiles,
  type SharedFile,
  type SharedFiles,
  waitingSharedFiles,
} from '../../../device/shared-files.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import styles from './SharedPictures.module.css';

interface SharedPicturesProps {
  /** How many pictures the gallery still takes. */
  readonly room: number;
  readonly onAdd: (files: readonly File[]) => Promise<void>;
}

/**
 * Asks what to do with pictures that were shared with the app: any page on the web can send some, so nothing is uploaded
 * or becomes part of a draft before a person has seen them and said so. Closed without a word, they go on waiting.
 */
export function SharedPictures({ room, onAdd }: SharedPicturesProps) {
  const { t } = useTexts();
  const [shared, setShared] = useState<SharedFiles | null>(null);
  const [open, setOpen] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    let over = false;
    void waitingSharedFiles().then((found) => {
      if (over || (found.files.length === 0 && found.leftOut === 0)) return;
      setShared(found);
      setOpen(true);
    });
    return () => {
      over = true;
    };
  }, []);

  if (!shared) return null;
  const { files, leftOut } = shared;
  const chosen = files.filter(({ key }) => !left.has(key));
  const keysOf = (some: readonly SharedFile[]) => some.map(({ key }) => key);

  async function add(): Promise<void> {
    setOpen(false);
    await onAdd(chosen.map(({ file }) => file));
    // What there was no room for goes on waiting.
    const staying = new Set(keysOf(chosen.slice(Math.max(0, room))));
    await removeSharedFiles(keysOf(files).filter((key) => !staying.has(key)));
  }

  function discard(): void {
    setOpen(false);
    void removeSharedFiles(keysOf(files));
  }

  function toggle(key: string): void {
    setLeft((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );
  }

  return (
    <Sheet
      open={open}
      onClose={() => setOpen(false)}
      title={t('composer.sharedTitle')}
      footer={
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={discard}>
            {t('composer.sharedDiscard')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => void add()}>
            {t('composer.sharedAdd', { count: chosen.length })}
          </Button>
        </div>
      }
    >
      <div className={styles.body}>
        <p className={styles.text}>{t('composer.sharedText')}</p>
        {leftOut > 0 && <p className={styles.leftOut}>{t('composer.sharedLeftOut', { count: leftOut })}</p>}
        <ul className={styles.pictures}>
          {files.map(({ key, file }, place) => (
            <li key={key}>
              <button
                type="button"
                className={styles.picture}
                aria-pressed={!left.has(key)}
                aria-label={t('composer.galleryPicture', { number: place + 1, name: file.name })}
                onClick={() => toggle(key)}
              >
                <Preview file={file} />
                <span className={styles.mark}>{!left.has(key) && <Check size={16} aria-hidden />}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

/** The picture, or its name where this browser cannot show it. */
function Preview({ file }: { readonly file: File }) {
  const [address, setAddress] = useState('');
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  if (broken) {
    return (
      <span className={styles.nameless}>
        <ImageIcon aria-hidden />
        <span>{file.name}</span>
      </span>
    );
  }
  return (
    address && <img src={address} alt="" decoding="async" draggable={false} onError={() => setBroken(true)} />
  );
}
