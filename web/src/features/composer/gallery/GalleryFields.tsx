import { limits } from '@duet/contract/limits';
import { ImagePlus, RotateCw } from 'lucide-react';
import { type DragEvent, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFilePicker } from '../../../ui/file-picker.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { TextArea } from '../../../ui/TextField.tsx';
import { AdminOnlySwitch, CaptionField } from '../form/PostFields.tsx';
import type { FormParts } from '../form/PostForm.tsx';
import styles from './GalleryFields.module.css';
import { GalleryTile } from './GalleryTile.tsx';
import { canRetry, type GalleryDraft, type GalleryItem } from './gallery-item.ts';
import type { Gallery } from './use-gallery.ts';
import { useMovedFocus, useReorder } from './use-reorder.ts';

interface GalleryFieldsProps extends FormParts {
  readonly draft: GalleryDraft;
  readonly onChange: (part: Partial<GalleryDraft>) => void;
  readonly gallery: Gallery;
  /** Stands above the pictures. */
  readonly offer?: ReactNode;
}

/** Pictures, caption, and who may see it: the fields of a gallery, new or edited. */
export function GalleryFields({ draft, onChange, gallery, disabled, ...parts }: GalleryFieldsProps) {
  const { t } = useTexts();
  const [described, setDescribed] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [over, setOver] = useState(false);
  const picker = useFilePicker({
    accept: 'image/*,.heic,.heif',
    multiple: true,
    onPick: (files) => void gallery.add(files),
  });
  const replaced = useRef<string | null>(null);
  const replacer = useFilePicker({
    accept: 'image/*,.heic,.heif',
    onPick: ([file]) => {
      if (file && replaced.current) void gallery.replace(replaced.current, file);
    },
  });
  const { items, fault } = gallery;
  const failed = items.filter(canRetry).length;
  const reorder = useReorder((key, overKey) =>
    move(
      key,
      items.findIndex((item) => item.key === overKey),
    ),
  );
  const keepFocus = useMovedFocus(items);
  // Also pictures that still upload: a line that came as an upload ends would move the form under a press.
  const undescribed = items.filter(({ alt }) => alt === '').length;
  const asked = items.find((item) => item.key === described);

  function move(key: string, to: number): void {
    gallery.move(key, to);
    setSaid(t('composer.galleryMoved', { number: to + 1, total: items.length }));
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void gallery.add([...event.dataTransfer.files]);
  }

  return (
    <div className={styles.fields} inert={disabled}>
      {parts.offer}
      <section
        aria-label={t('composer.galleryPictures')}
        className={classes(styles.pictures, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(event.dataTransfer.types.includes('Files'));
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ul className={classes(styles.grid, items.length === 0 && styles.empty)}>
          {items.map((item, place) => (
            <GalleryTile
              key={item.key}
              item={item}
              place={place}
              count={items.length}
              dragged={reorder.dragged === item.key}
              handle={reorder.handleOf(item.key)}
              onMove={(to) => {
                move(item.key, to);
                keepFocus(item.key, to < place ? 'left' : 'right');
              }}
              onDescribe={() => setDescribed(item.key)}
              onRetry={() => gallery.retry(item.key)}
              onChoose={() => {
                replaced.current = item.key;
                replacer.open();
              }}
              onRemove={() => gallery.remove(item.key)}
            />
          ))}
          {items.length < limits.gallery.maxImages && (
            <li className={styles.add}>
              <button type="button" onClick={picker.open}>
                <ImagePlus size={28} aria-hidden />
                <span>{t('composer.galleryAdd')}</span>
              </button>
            </li>
          )}
        </ul>
        {picker.input}
        {replacer.input}
        {failed > 1 && (
          <div className={styles.failed}>
            <p>{t('composer.galleryFailed', { count: failed })}</p>
            <Button
              size="small"
              variant="secondary"
              icon={<RotateCw size={16} aria-hidden />}
              onClick={gallery.retryAll}
            >
              {t('composer.galleryRetryAll')}
            </Button>
          </div>
        )}
        <p className={styles.hint}>
          {t(items.length > 1 ? 'composer.galleryHintOrder' : 'composer.galleryHint')}
        </p>
        {undescribed > 0 && (
          <p className={styles.hint}>{t('composer.galleryUndescribed', { count: undescribed })}</p>
        )}
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </section>
      <CaptionField
        value={draft.caption}
        placeholder={t('composer.captionPlaceholder')}
        onChange={onChange}
      />
      <AdminOnlySwitch checked={draft.adminOnly} onChange={onChange} />
      {parts.actions}
      {asked && (
        <AltTextDialog
          item={asked}
          onSave={(alt) => gallery.describe(asked.key, alt)}
          onClose={() => setDescribed(null)}
        />
      )}
    </div>
  );
}

interface AltTextDialogProps {
  readonly item: GalleryItem;
  readonly onSave: (alt: string) => void;
  readonly onClose: () => void;
}

/** Asks what a picture shows, with the picture above the question. */
function AltTextDialog({ item, onSave, onClose }: AltTextDialogProps) {
  const { t } = useTexts();
  const [alt, setAlt] = useState(item.alt);

  function save(event: FormEvent): void {
    event.preventDefault();
    onSave(alt.trim());
    onClose();
  }

  return (
    <Sheet open onClose={onClose} unsaved={alt !== item.alt} title={t('composer.galleryAltTitle')}>
      <form className={styles.form} onSubmit={save}>
        {item.previewUrl && <img className={styles.picture} src={item.previewUrl} alt="" />}
        <TextArea
          label={t('composer.pictureAlt')}
          hint={t('composer.galleryAltHint')}
          maxLength={limits.altText.maxChars}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <Button type="submit" className={styles.save}>
          {t('composer.pictureSave')}
        </Button>
      </form>
    </Sheet>
  );
}
