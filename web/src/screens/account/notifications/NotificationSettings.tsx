import type { preferences as shape } from '@duet/contract/accounts/shapes';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { type DeviceState, turnOff, turnOn, useDeviceState } from '../../../features/push/device/index.ts';
import { type PlainKey, useTexts } from '../../../i18n/language.ts';
import { dateAndTime } from '../../../i18n/time.ts';
import { useIsAdmin } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { SkeletonOf } from '../../../ui/SkeletonOf.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { useToast } from '../../../ui/toast.ts';
import styles from './NotificationSettings.module.css';

/** What one is told of, and on which device. */
export function NotificationSettings({ userId }: { readonly userId: string }) {
  const words = useTexts();
  const { t } = words;
  const toast = useToast();
  const isAdmin = useIsAdmin();
  const { kept, isPending, save } = usePreferences(() => toast.error(t('session.preferencesFailed')));
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
      {isPending && !refused && (
        <SkeletonOf>
          <ThisDevice userId={userId} state={device} />
        </SkeletonOf>
      )}
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
function ThisDevice({ userId, state }: ThisDeviceProps) {
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

type Kept = z.output<typeof shape>;
type PreferenceChange = Partial<Omit<Kept, 'language' | 'disabled_until'>>;

const queryKey = queryKeys.preferences;
const mutationKey = queryKeys.savePreferences;

interface Preferences {
  readonly kept: Kept | undefined;
  /** Neither an answer nor a failure is there yet. */
  readonly isPending: boolean;
  readonly save: (change: PreferenceChange) => void;
}

/**
 * What a person wants to be told of. Each change shows at once, laid over what the server said last until it has said
 * more, and is taken back when it was not kept.
 */
function usePreferences(onFailure: () => void): Preferences {
  const queries = useQueryClient();
  const { data: said, isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('accounts.preferences', { signal })).data.preferences,
  });
  const changes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as PreferenceChange,
  });
  const { mutate: save } = useMutation({
    mutationKey,
    // One after the other: of two at a time the answer to the former may come last, and without the latter.
    scope: { id: mutationKey.join() },
    mutationFn: async (change: PreferenceChange) =>
      // Sent also where the page is left at once.
      (await retryOnce(() => call('accounts.savePreferences', { body: change, keepalive: true }))).data
        .preferences,
    onSuccess: async (saved) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<Kept>(queryKey, saved);
    },
    onError: () => {
      onFailure();
      // It may be kept all the same: its answer was lost.
      void queries.invalidateQueries({ queryKey });
    },
  });
  return { kept: said && Object.assign({}, said, ...changes), isPending, save };
}
