import type { Digest } from '@duet/contract/digest/shapes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { onceMore } from '../../../api/once-more.ts';
import { useTexts } from '../../../i18n/language.ts';
import { dateAndTime } from '../../../i18n/time.ts';
import type { KnownUser } from '../../../session/session.ts';
import { useSendsMail } from '../../../session/site.ts';
import { Section } from '../../../ui/Section.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { useToast } from '../../../ui/toast.ts';
import { OwnAddress } from './OwnAddress.tsx';

/** One's address, and what is mailed to it. */
export function MailSection({ user }: { readonly user: KnownUser }) {
  const { t } = useTexts();
  const sendsMail = useSendsMail();
  return (
    <Section title={t('address.title')}>
      <OwnAddress user={user} />
      {sendsMail && <WeeklyMail user={user} />}
    </Section>
  );
}

/** Whether one gets a mail each week of what was posted. */
function WeeklyMail({ user }: { readonly user: KnownUser }) {
  const words = useTexts();
  const { t } = words;
  const toast = useToast();
  const queries = useQueryClient();
  const queryKey = ['digest', user._id];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('digest.show', { signal })).data,
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (weekly: boolean) =>
      (await onceMore(() => call('digest.choose', { body: { weekly } }))).data,
    onSuccess: (now) => queries.setQueryData<Digest>(queryKey, now),
    onError: (error) => toast.error(failureText(error, t('address.failed'))),
  });
  const weekly = isPending ? variables : (data?.weekly ?? false);
  const hint = !weekly
    ? t('address.weeklyHint')
    : user.emailVerified
      ? data?.next && t('address.weeklyNext', { date: dateAndTime(data.next, words) })
      : t('address.weeklyUnverified');
  return (
    <Switch
      label={t('address.weekly')}
      hint={hint || undefined}
      checked={weekly}
      disabled={!data || isPending}
      onChange={(wanted) => mutate(wanted)}
    />
  );
}
