import type { OwnEmail } from '@duet/contract/accounts/identity-shapes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { onceMore } from '../../../api/once-more.ts';
import { useTexts } from '../../../i18n/language.ts';
import { dateAndTime } from '../../../i18n/time.ts';
import { type KnownUser, refreshUser } from '../../../session/session.ts';
import { useSendsMail } from '../../../session/site.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useToast } from '../../../ui/toast.ts';
import { AddressForm } from './AddressForm.tsx';
import styles from './OwnAddress.module.css';

/** Whether one's address is verified, the one that waits for its link, and the ways to change either. */
export function OwnAddress({ user }: { readonly user: KnownUser }) {
  const words = useTexts();
  const { t } = words;
  const toast = useToast();
  const queries = useQueryClient();
  const sendsMail = useSendsMail();
  const [open, setOpen] = useState(false);
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
    run(async () => show((await onceMore(() => call('identity.cancelEmail'))).data), t('address.failed'));

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
        title={t(data && email === null ? 'address.add' : 'address.change')}
      >
        <AddressForm
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
