import type { PersonalToken } from '@duet/contract/accounts/personal-token-shapes';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { fullDate } from '../../../i18n/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Section.tsx';
import { Credentials, useRemoval } from '../Credentials.tsx';
import form from '../Form.module.css';
import { NewToken } from './NewToken.tsx';
import styles from './PersonalTokens.module.css';

const query = {
  queryKey: queryKeys.tokens,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await call('tokens.list', { signal })).data.tokens,
};

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
  const { queryKey } = query;
  const { ask, isPending } = useRemoval({
    queryKey,
    remove: (id) => call('tokens.revoke', { params: { id } }),
    question: ({ name }) => ({
      title: t('tokens.revokeTitle'),
      text: t('tokens.revokeText', { name }),
      confirmLabel: t('tokens.revoke'),
    }),
    done: t('tokens.revoked'),
  });
  return (
    <Credentials
      query={query}
      label={t('tokens.list')}
      none={<p className={form.quiet}>{t('tokens.none')}</p>}
      facts={(token) => <Facts token={token} />}
      neverUsed={t('tokens.neverUsed')}
      buttons={(token) => (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('tokens.revokeOf', { name: token.name })}
          disabled={isPending}
          onClick={() => void ask(token)}
        >
          {t('tokens.revoke')}
        </Button>
      )}
    />
  );
}

function Facts({ token: { scopes, expires_at, expired } }: { readonly token: PersonalToken }) {
  const words = useTexts();
  const { t } = words;
  return (
    <>
      {scopes.map((scope) => t(`tokens.${scope}`)).join(', ')}
      {' · '}
      {expired ? (
        <span className={styles.expired}>{t('tokens.expired')}</span>
      ) : (
        t('tokens.until', { date: fullDate(expires_at, words) })
      )}
    </>
  );
}
