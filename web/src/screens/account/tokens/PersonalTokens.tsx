import type { PersonalToken } from '@duet/contract/accounts/personal-token-shapes';
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { fullDate } from '../../../i18n/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Section } from '../../../ui/Section.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useToast } from '../../../ui/toast.ts';
import { Credentials, useRemoval } from '../Credentials.tsx';
import form from '../Form.module.css';
import styles from './PersonalTokens.module.css';
import { TokenForm } from './TokenForm.tsx';

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
      none={t('tokens.none')}
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

interface NewTokenProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly isAdmin: boolean;
}

/** The dialog that makes a token and shows it this once. */
function NewToken({ open, onClose, isAdmin }: NewTokenProps) {
  const { t } = useTexts();
  const [unsaved, setUnsaved] = useState(false);
  return (
    <Sheet open={open} onClose={onClose} unsaved={unsaved} title={t('tokens.newOne')}>
      <Content onClose={onClose} isAdmin={isAdmin} onUnsaved={setUnsaved} />
    </Sheet>
  );
}

interface ContentProps extends Omit<NewTokenProps, 'open'> {
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Mounted while the dialog is open: no token outlives it. */
function Content({ onClose, isAdmin, onUnsaved }: ContentProps) {
  const [token, setToken] = useState<string | null>(null);
  if (token !== null) return <MadeToken token={token} onClose={onClose} />;
  return <TokenForm isAdmin={isAdmin} onUnsaved={onUnsaved} onMade={setToken} />;
}

function MadeToken({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);

  // The button that had the focus is gone.
  useEffect(() => field.current?.focus(), []);

  const copied = () => toast.success(t('tokens.copied'));
  const select = () => field.current?.select();

  return (
    <div className={form.form}>
      <p role="status" className={styles.name}>
        {t('tokens.made')}
      </p>
      <p className={form.quiet}>{t('tokens.madeText')}</p>
      <input
        ref={field}
        className={styles.token}
        readOnly
        value={token}
        aria-label={t('tokens.token')}
        onFocus={(event) => event.target.select()}
      />
      <Button
        variant="secondary"
        icon={<Copy size={18} aria-hidden />}
        onClick={() => void copyText(token, copied, select)}
      >
        {t('tokens.copy')}
      </Button>
      <Button block onClick={onClose}>
        {t('tokens.done')}
      </Button>
    </div>
  );
}
