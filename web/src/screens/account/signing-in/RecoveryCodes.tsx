import { Copy, Download } from 'lucide-react';
import { useRef } from 'react';
import { saveFile } from '../../../device/save-file.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { useToast } from '../../../ui/toast.ts';
import form from '../Form.module.css';
import styles from './SigningIn.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly username: string;
  readonly onDone: () => void;
}

/** Recovery codes, which nobody shows a second time: to copy, to download, to write down. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const { t } = useTexts();
  const toast = useToast();
  const list = useRef<HTMLUListElement>(null);

  const copied = () => toast.success(t('signIn.codesCopied'));
  const select = () => list.current && getSelection()?.selectAllChildren(list.current);

  function download() {
    const text = [t('signIn.codesFile', { username }), '', ...codes, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain' }), `duet-recovery-codes-${username}.txt`);
  }

  return (
    <div className={form.form}>
      <p className={form.quiet}>{t('signIn.codesKeep')}</p>
      <ul ref={list} className={styles.codes} aria-label={t('signIn.codesLabel')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          icon={<Copy size={18} aria-hidden />}
          onClick={() => void copyText(codes.join('\n'), copied, select)}
        >
          {t('signIn.codesCopy')}
        </Button>
        <Button variant="secondary" icon={<Download size={18} aria-hidden />} onClick={download}>
          {t('signIn.codesDownload')}
        </Button>
      </div>
      <Button block onClick={onDone}>
        {t('signIn.codesDone')}
      </Button>
    </div>
  );
}
