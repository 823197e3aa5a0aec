import type { preferences as shape } from '@duet/contract/accounts/shapes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { dateAndTime } from '../../i18n/time.ts';
import { chooseTheme, useTheme } from '../../theme/theme.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useToast } from '../../ui/toast.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { Section } from './Section.tsx';

type Kept = z.output<typeof shape>;
type Change = Partial<Pick<Kept, 'notifications_push' | 'disable_for_week'>>;

const queryKey = ['accounts', 'preferences'];

/** Language, appearance and notifications. Each change shows at once and is taken back when it was not kept. */
export function Preferences() {
  const { t } = useTexts();
  const toast = useToast();
  const theme = useTheme();
  const failed = () => toast.error(t('profile.preferencesFailed'));
  return (
    <Section title={t('profile.settings')}>
      <LanguageChoice />
      <Segments
        label={t('profile.theme')}
        options={[
          { value: 'system', label: t('profile.themeSystem') },
          { value: 'light', label: t('profile.themeLight') },
          { value: 'dark', label: t('profile.themeDark') },
        ]}
        value={theme}
        onChange={chooseTheme}
      />
      <Notifications onFailure={failed} />
    </Section>
  );
}

function Notifications({ onFailure }: { onFailure: () => void }) {
  const words = useTexts();
  const { t } = words;
  const queries = useQueryClient();
  const { data: kept } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('accounts.preferences', { signal })).data.preferences,
  });
  const save = useMutation({
    mutationFn: async (change: Change) =>
      (await call('accounts.savePreferences', { body: change })).data.preferences,
    onMutate: (change) => {
      const former = queries.getQueryData<Kept>(queryKey);
      if (former) queries.setQueryData<Kept>(queryKey, { ...former, ...change });
      return former;
    },
    onSuccess: (saved) => queries.setQueryData<Kept>(queryKey, saved),
    onError: (_, __, former) => {
      queries.setQueryData(queryKey, former);
      onFailure();
    },
  });
  const paused = kept?.disable_for_week && kept.disabled_until;
  return (
    <>
      <Switch
        label={t('profile.notifications')}
        hint={t('profile.notificationsHint')}
        checked={kept?.notifications_push ?? false}
        disabled={!kept}
        onChange={(on) => save.mutate({ notifications_push: on })}
      />
      <Switch
        label={t('profile.pause')}
        hint={paused ? t('profile.pausedUntil', { date: dateAndTime(paused, words) }) : undefined}
        checked={kept?.disable_for_week ?? false}
        disabled={!kept?.notifications_push}
        onChange={(on) => save.mutate({ disable_for_week: on })}
      />
    </>
  );
}
