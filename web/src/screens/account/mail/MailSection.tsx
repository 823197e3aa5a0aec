import type { OwnEmail } from '@duet/contract/accounts/identity-shapes';
import type { Digest } from '@duet/contract/digest/shapes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { useTexts } from '../../../i18n/language.ts';
import { dateAndTime } from '../../../i18n/time.ts';
import { refreshUser } from '../../../session/session.ts';
import { useSendsMail } from '../../../session/site.ts';
import type { KnownUser } from '../../../session/stored-user.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Section.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { useToast } from '../../../ui/toast.ts';
import { AddressForm } from './AddressForm.tsx';
import styles from './MailSection.module.css';

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
      // Sent also where the page is left at once.
      (await retryOnce(() => call('digest.choose', { body: { weekly }, keepalive: true }))).data,
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

/** Whether one's address is verified, the one that waits for its link, and the ways to change either. */
function OwnAddress({ user }: { readonly user: KnownUser }) {
  const words = useTexts();
  const { t } = words;
  const toast = useToast();
  const queries = useQueryClient();
  const sendsMail = useSendsMail();
  const [open, setOpen] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const queryKey = ['own-address', user._id];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('identity.email', { signal })).data,
  });

  function show(now: OwnEmail) {
    queries.setQueryData(queryKey, now);
    void refreshUser();
  }

  async function run(work: () => Promise<unknown>, failed: string) {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(failureText(error, failed));
    } finally {
      setBusy(false);
    }
  }

  const sendAgain = () =>
    run(async () => {
      await call('identity.sendVerification');
      toast.success(t('address.sent'));
    }, t('address.failed'));
  const keepPresent = () =>
    run(async () => show((await retryOnce(() => call('identity.cancelEmail'))).data), t('address.failed'));

  const { pending, verified, email, refused } = data ?? {
    ...{ pending: null, verified: false, email: null, refused: null },
  };
  return (
    <>
      {sendsMail && data && email !== null && (
        <div className={styles.state}>
          {refused ? (
            <p className={styles.refused}>{t('address.refused')}</p>
          ) : (
            <p className={styles.quiet}>{t(verified ? 'address.verified' : 'address.unverified')}</p>
          )}
          {!verified && (
            <Button variant="secondary" size="small" busy={busy} onClick={() => void sendAgain()}>
              {t('address.sendAgain')}
            </Button>
          )}
        </div>
      )}
      {pending && (
        <div className={styles.state} role="status">
          <p>
            {t('address.pending', {
              email: pending.email,
              date: dateAndTime(pending.expires_at, words),
            })}
          </p>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void keepPresent()}>
            {t('address.keepPresent')}
          </Button>
        </div>
      )}
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t(data && email === null ? 'address.add' : 'address.change')}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        unsaved={unsaved}
        title={t(data && email === null ? 'address.add' : 'address.change')}
      >
        <AddressForm
          onUnsaved={setUnsaved}
          onChanged={(now) => {
            show(now);
            setOpen(false);
            toast.success(t(now.pending ? 'address.linkSent' : 'address.changed'));
          }}
        />
      </Sheet>
    </>
  );
}
