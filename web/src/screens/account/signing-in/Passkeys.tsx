import type { Passkey } from '@duet/contract/passkeys/shapes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { untilGone } from '../../../api/once-more.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { fullDate } from '../../../i18n/time.ts';
import { addPasskey, canUsePasskeys, passkeyFault } from '../../../session/passkeys.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useToast } from '../../../ui/toast.ts';
import form from '../Form.module.css';
import { RenamePasskey } from './RenamePasskey.tsx';
import styles from './SigningIn.module.css';

/** One's passkeys: made, listed, named, removed. */
export function Passkeys() {
  const { t } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.passkeys });
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: () => toast.success(t('passkeys.added')),
    onError: (error) => {
      const fault = passkeyFault(error);
      if (fault) toast.warning(t(fault === 'notUsed' ? 'passkeys.notAdded' : `passkeys.${fault}`));
      else toast.error(failureText(error, t('network.unexpected')));
    },
    onSettled: refresh,
  });
  return (
    <div className={styles.part}>
      <h3>{t('passkeys.title')}</h3>
      <p className={form.quiet}>{t('passkeys.text')}</p>
      <PasskeyList />
      {canUsePasskeys() ? (
        <Button variant="secondary" busy={add.isPending} onClick={() => add.mutate()}>
          {t('passkeys.add')}
        </Button>
      ) : (
        <p className={form.quiet}>{t('passkeys.unsupported')}</p>
      )}
    </div>
  );
}

function PasskeyList() {
  const { t } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const [named, setNamed] = useState<Passkey | null>(null);
  // What was shown stays while its sheet leaves.
  const [last, setLast] = useState<Passkey | null>(null);
  if (named && named !== last) setLast(named);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: async ({ signal }) => (await call('passkeys.list', { signal })).data.passkeys,
    // Another device may have used or added one meanwhile.
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: (id: string) => untilGone(() => call('passkeys.remove', { params: { id } }), 'NOT_FOUND'),
    onSuccess: () => toast.success(t('passkeys.removed')),
    onError: (failure) => toast.error(failureText(failure, t('network.unexpected'))),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.passkeys }),
  });

  async function ask({ _id, name }: Passkey) {
    const sure = await confirm({
      title: t('passkeys.removeTitle'),
      text: t('passkeys.removeText', { name }),
      confirmLabel: t('passkeys.remove'),
      danger: true,
    });
    if (sure) remove.mutate(_id);
  }

  if (error && !data) {
    return <ErrorState message={failureText(error, t('network.unexpected'))} onRetry={() => refetch()} />;
  }
  if (!data) return <Skeleton width="60%" />;
  if (data.length === 0) return null;
  return (
    <>
      <ul className={styles.passkeys} aria-label={t('passkeys.list')}>
        {data.map((passkey) => (
          <li key={passkey._id}>
            <Facts passkey={passkey} />
            <div className={styles.buttons}>
              <Button
                variant="secondary"
                size="small"
                aria-label={t('passkeys.renameOf', { name: passkey.name })}
                onClick={() => setNamed(passkey)}
              >
                {t('passkeys.rename')}
              </Button>
              <Button
                variant="secondary"
                size="small"
                aria-label={t('passkeys.removeOf', { name: passkey.name })}
                disabled={remove.isPending}
                onClick={() => void ask(passkey)}
              >
                {t('passkeys.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Sheet open={named !== null} onClose={() => setNamed(null)} title={t('passkeys.renameTitle')}>
        {last && <RenamePasskey key={last._id} passkey={last} onDone={() => setNamed(null)} />}
      </Sheet>
    </>
  );
}

function Facts({ passkey: { name, created_at, last_used_at, synced } }: { readonly passkey: Passkey }) {
  const words = useTexts();
  const { t } = words;
  return (
    <div>
      <p className={styles.name} dir="auto">
        {name}
      </p>
      <p className={styles.facts}>
        {t('passkeys.since', { date: fullDate(created_at, words) })}
        {synced && ` · ${t('passkeys.synced')}`}
      </p>
      <p className={styles.facts}>
        {last_used_at === null ? (
          t('passkeys.neverUsed')
        ) : (
          <>
            {t('profile.lastUsed')} <TimeAgo value={last_used_at} />
          </>
        )}
      </p>
    </div>
  );
}
