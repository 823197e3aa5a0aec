import { useEffect, useState } from 'react';
import { turnOn, useDeviceState } from '../../../features/push/device/index.ts';
import { useTexts } from '../../../i18n/language.ts';
import { dateAndTime } from '../../../i18n/time.ts';
import { useIsAdmin } from '../../../session/session.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { useToast } from '../../../ui/toast.ts';
import { ThisDevice } from './ThisDevice.tsx';
import { usePreferences } from './use-preferences.ts';

/** What one is told of, and on which device. */
export function NotificationSettings({ userId }: { readonly userId: string }) {
  const words = useTexts();
  const { t } = words;
  const toast = useToast();
  const isAdmin = useIsAdmin();
  const { kept, save } = usePreferences(() => toast.error(t('session.preferencesFailed')));
  const forbidden = useForbidden();
  const device = useDeviceState(userId);
  const refused = forbidden || device === 'denied';
  const on = !refused && (kept?.notifications_push ?? false);
  const paused = kept?.disable_for_week && kept.disabled_until;

  function choose(wanted: boolean) {
    save({ notifications_push: wanted });
    if (wanted) turnOn(userId).catch(() => toast.error(t('notifications.failed')));
  }

  return (
    <>
      <Switch
        label={t('profile.notifications')}
        hint={
          refused ? t('notifications.refused') : t(isAdmin ? 'notifications.hintAdmin' : 'notifications.hint')
        }
        checked={on}
        disabled={!kept || refused}
        onChange={choose}
      />
      {on && <ThisDevice userId={userId} state={device} />}
      <Switch
        label={t('notifications.posts')}
        checked={kept?.notifications_posts ?? false}
        disabled={!on}
        onChange={(wanted) => save({ notifications_posts: wanted })}
      />
      <Switch
        label={t('notifications.text')}
        hint={t('notifications.textHint')}
        checked={kept?.notifications_text ?? false}
        disabled={!on}
        onChange={(wanted) => save({ notifications_text: wanted })}
      />
      <Switch
        label={t('profile.pause')}
        hint={paused ? t('profile.pausedUntil', { date: dateAndTime(paused, words) }) : undefined}
        checked={kept?.disable_for_week ?? false}
        disabled={!on}
        onChange={(wanted) => save({ disable_for_week: wanted })}
      />
    </>
  );
}

/**
 * Whether the browser's settings forbid this site to notify, and again when they change, of which `Notification.permission`
 * does not tell.
 */
function useForbidden(): boolean {
  const [forbidden, setForbidden] = useState(false);
  useEffect(() => {
    const unmounted = new AbortController();
    const follow = async () => {
      // Some browsers know of no such permission.
      const asked = await navigator.permissions?.query({ name: 'notifications' }).catch(() => null);
      if (!asked || unmounted.signal.aborted) return;
      const read = () => setForbidden(asked.state === 'denied');
      read();
      asked.addEventListener('change', read, { signal: unmounted.signal });
    };
    void follow();
    return () => unmounted.abort();
  }, []);
  return forbidden;
}
