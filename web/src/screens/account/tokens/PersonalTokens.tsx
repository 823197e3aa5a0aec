import type { PersonalToken } from '@duet/contract/accounts/personal-token-shapes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { untilGone } from '../../../api/once-more.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { fullDate } from '../../../i18n/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useToast } from '../../../ui/toast.ts';
import form from '../Form.module.css';
import { Section } from '../Section.tsx';
import { NewToken } from './NewToken.tsx';
import styles from './PersonalTokens.module.css';

/** The tokens by which programs act as the person (decisions §8): made, listed, revoked. */
export function PersonalTokens({ isAdmin }: { readonly isAdmin: boolean }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <Section title={t('tokens.title')}>
      <p className={form.quiet}>{t('tokens.text')}</p>
      <TokenList />
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('tokens.newOne')}
      </Button>
      <NewToken open={open} onClose={() => setOpen(false)} isAdmin={isAdmin} />
    </Section>
  );
}

function TokenList() {
  const { t } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.tokens,
    queryFn: async ({ signal }) => (await call('tokens.list', { signal })).data.tokens,
    // A program may have used one meanwhile.
    staleTime: 0,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => untilGone(() => call('tokens.revoke', { params: { id } }), 'NOT_FOUND'),
    onSuccess: () => toast.success(t('tokens.revoked')),
    onError: (failure) => toast.error(failureText(failure, t('network.unexpected'))),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.tokens }),
  });

  async function ask({ _id, name }: PersonalToken) {
    const sure = await confirm({
      title: t('tokens.revokeTitle'),
      text: t('tokens.revokeText', { name }),
      confirmLabel: t('tokens.revoke'),
      danger: true,
    });
    if (sure) revoke.mutate(_id);
  }

  if (error && !data) {
    return <ErrorState message={failureText(error, t('network.unexpected'))} onRetry={() => refetch()} />;
  }
  if (!data) return <Skeleton width="60%" />;
  if (data.length === 0) return <p className={form.quiet}>{t('tokens.none')}</p>;
  return (
    <ul className={styles.list} aria-label={t('tokens.list')}>
      {data.map((token) => (
        <li key={token._id}>
          <Facts token={token} />
          <Button
            variant="secondary"
            size="small"
            aria-label={t('tokens.revokeOf', { name: token.name })}
            disabled={revoke.isPending}
            onClick={() => void ask(token)}
          >
            {t('tokens.revoke')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Facts({ token }: { readonly token: PersonalToken }) {
  const words = useTexts();
  const { t } = words;
  const { name, scopes, last_used_at, expires_at, expired } = token;
  return (
    <div>
      <p className={styles.name} dir="auto">
        {name}
      </p>
      <p className={styles.facts}>
        {scopes.map((scope) => t(`tokens.${scope}`)).join(', ')}
        {' · '}
        {expired ? (
          <span className={styles.expired}>{t('tokens.expired')}</span>
        ) : (
          t('tokens.until', { date: fullDate(expires_at, words) })
        )}
      </p>
      <p className={styles.facts}>
        {last_used_at === null ? (
          t('tokens.neverUsed')
        ) : (
          <>
            {t('tokens.lastUsed')} <TimeAgo value={last_used_at} />
          </>
        )}
      </p>
    </div>
  );
}
