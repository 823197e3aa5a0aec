import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import { failureText } from '../../api/failure.ts';
import 'react-easy-crop/react-easy-crop.css';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './CropPhoto.module.css';
import { cropped, type Square } from './photo-crop.ts';

interface CropPhotoProps {
  readonly file: File;
  /** Gets the chosen square, or null where the person went back. */
  readonly onChosen: (photo: File | null) => void;
}

const zoomMost = 4;

/** Lets a person choose the square of a picture that becomes their photo: by fingers, mouse, arrow keys and a slider. */
export default function CropPhoto({ file, onChosen }: CropPhotoProps) {
  const { t } = useTexts();
  const toast = useToast();
  const [address, setAddress] = useState('');
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [square, setSquare] = useState<Square | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const opened = URL.createObjectURL(file);
    setAddress(opened);
    return () => URL.revokeObjectURL(opened);
  }, [file]);

  async function choose(): Promise<void> {
    if (!square) return;
    setBusy(true);
    try {
      onChosen(await cropped(file, square));
    } catch (error) {
      setBusy(false);
      toast.error(failureText(error, t('profile.photoFailed')));
    }
  }

  return (
    <Sheet
      open
      onClose={() => onChosen(null)}
      title={t('profile.cropTitle')}
      footer={
        <div className={styles.actions}>
          <Button variant="quiet" onClick={() => onChosen(null)}>
            {t('actions.cancel')}
          </Button>
          <Button busy={busy} disabled={!square} onClick={() => void choose()}>
            {t('profile.cropUse')}
          </Button>
        </div>
      }
    >
      <div className={styles.room}>
        {address && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={zoomMost}
            aspect={1}
            cropShape="round"
            objectFit="cover"
            showGrid={false}
            disableAutomaticStylesInjection
            mediaProps={{ alt: '' }}
            cropperProps={{ 'aria-label': t('profile.cropArea'), role: 'group' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setSquare(pixels)}
          />
        )}
      </div>
      <label className={styles.zoom}>
        <ZoomOut size={20} aria-hidden />
        <span className="visually-hidden">{t('profile.cropZoom')}</span>
        <input
          type="range"
          min={1}
          max={zoomMost}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
        <ZoomIn size={20} aria-hidden />
      </label>
      <p className={styles.hint}>{t('profile.cropHint')}</p>
    </Sheet>
  );
}
