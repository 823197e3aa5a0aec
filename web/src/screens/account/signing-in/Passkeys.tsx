import type { Passkey } from '@duet/contract/passkeys/shapes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { fullDate } from '../../../i18n/time.ts';
import { addPasskey, canUsePasskeys, passkeyFault } from '../../../session/passkeys.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useToast } from '../../../ui/toast.ts';
import { Credentials, useRemoval } from '../Credentials.tsx';
import form from '../Form.module.css';
import { RenamePasskey } from './RenamePasskey.tsx';
import styles from './SigningIn.module.css';

const query = {
  queryKey: queryKeys.passkeys,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await call('passkeys.list', { signal })).data.passkeys,
};

/** One's passkeys: made, listed, named, removed. */
export function Passkeys({ onAdded }: { readonly onAdded: () => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.passkeys });
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: () => {
      toast.success(t('passkeys.added'));
      onAdded();
    },
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
  const [named, setNamed] = useState<Passkey | null>(null);
  const [unsaved, setUnsaved] = useState(false);
  // What was shown stays while its sheet leaves.
  const [last, setLast] = useState<Passkey | null>(null);
  if (named && named !== last) setLast(named);
  const { queryKey } = query;
  const { ask, isPending } = useRemoval({
    queryKey,
    remove: (id) => call('passkeys.remove', { params: { id } }),
    question: ({ name }) => ({
      title: t('passkeys.removeTitle'),
      text: t('passkeys.removeText', { name }),
      confirmLabel: t('passkeys.remove'),
    }),
    done: t('passkeys.removed'),
  });
  return (
    <>
      <Credentials
        query={query}
        label={t('passkeys.list')}
        none={t('passkeys.none')}
        facts={(passkey) => <Facts passkey={passkey} />}
        neverUsed={t('passkeys.neverUsed')}
        buttons={(passkey) => (
          <>
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
              disabled={isPending}
              onClick={() => void ask(passkey)}
            >
              {t('passkeys.remove')}
            </Button>
          </>
        )}
      />
      <Sheet
        open={named !== null}
        onClose={() => setNamed(null)}
        unsaved={unsaved}
        title={t('passkeys.renameTitle')}
      >
        {last && (
          // The answer of one name closes no other.
          <RenamePasskey
            key={last._id}
            passkey={last}
            onUnsaved={setUnsaved}
            onDone={() => setNamed((now) => (now === last ? null : now))}
          />
        )}
      </Sheet>
    </>
  );
}

function Facts({ passkey: { created_at, cloned_at, synced } }: { readonly passkey: Passkey }) {
  const words = useTexts();
  const { t } = words;
  return (
    <>
      {t('passkeys.since', { date: fullDate(created_at, words) })}
      {synced && ` · ${t('passkeys.synced')}`}
      {cloned_at && (
        <span className={styles.cloned}>{t('passkeys.cloned', { date: fullDate(cloned_at, words) })}</span>
      )}
    </>
  );
}
