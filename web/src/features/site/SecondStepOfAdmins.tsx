import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../api/client.ts';
import { CallFailure, failureText } from '../../api/failure.ts';
import { onceMore } from '../../api/once-more.ts';
import { queryClient } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { arrivingFrom } from '../../session/return-to.ts';
import { Switch } from '../../ui/Switch.tsx';
import { useToast } from '../../ui/toast.ts';
import type { Settings } from './use-site-form.ts';

/** Whether admins need a second step; switched at once. Who has none of their own is led to set one up first. */
export function SecondStepOfAdmins({ required }: { readonly required: boolean }) {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const here = useLocation();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (wanted: boolean) =>
      (await onceMore(() => call('site.requireSecondStep', { body: { required: wanted } }))).data,
    onSuccess: (now) => {
      queryClient.setQueryData<Settings>(queryKeys.siteSettings, (known) => known && { ...known, ...now });
      toast.success(t(now.adminsNeedSecondStep ? 'site.secondStepOn' : 'site.secondStepOff'));
    },
    onError: (error) => {
      toast.error(failureText(error, t('site.saveFailed')));
      const lacks = error instanceof CallFailure && error.code === 'SECOND_STEP_REQUIRED';
      if (lacks) navigate('/profile', { state: arrivingFrom(here) });
    },
  });
  return (
    <Switch
      label={t('site.secondStep')}
      hint={t('site.secondStepHint')}
      checked={isPending ? variables : required}
      disabled={isPending}
      onChange={(wanted) => mutate(wanted)}
    />
  );
}
