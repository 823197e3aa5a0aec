import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useToast } from '../../../ui/toast.ts';
import form from '../Form.module.css';
import styles from './PersonalTokens.module.css';
import { TokenForm } from './TokenForm.tsx';

interface NewTokenProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly isAdmin: boolean;
}

/** The dialog that makes a token and shows it this once. */
export function NewToken({ open, onClose, isAdmin }: NewTokenProps) {
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
