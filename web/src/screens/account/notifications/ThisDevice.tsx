import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { type DeviceState, turnOff, turnOn } from '../../../features/push/device/index.ts';
import { type PlainKey, useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { useToast } from '../../../ui/toast.ts';
import styles from './ThisDevice.module.css';

type Allowed = Exclude<DeviceState, 'denied'>;

const sentences = {
  unsupported: 'notifications.unsupported',
  off: 'notifications.deviceOff',
  on: 'notifications.deviceOn',
} as const satisfies Record<Allowed, PlainKey>;

interface ThisDeviceProps {
  readonly userId: string;
  readonly state: Allowed;
}

/** Whether the device in one's hand shows notifications, and the way to change that. */
export function ThisDevice({ userId, state }: ThisDeviceProps) {
  const { t } = useTexts();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function change() {
    setBusy(true);
    try {
      await (state === 'on' ? turnOff() : turnOn(userId));
    } catch (error) {
      toast.error(failureText(error, t('notifications.failed')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.device}>
      <p role="status">{t(sentences[state])}</p>
      {(state === 'on' || state === 'off') && (
        <Button variant="secondary" size="small" busy={busy} onClick={() => void change()}>
          {t(state === 'on' ? 'notifications.turnOff' : 'notifications.turnOn')}
        </Button>
      )}
    </div>
  );
}
