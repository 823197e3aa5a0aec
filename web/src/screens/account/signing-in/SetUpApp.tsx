import { Copy } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { CallFailure, failureText, isUnanswered } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { TextArea, TextField } from '../../../ui/TextField.tsx';
import { useToast } from '../../../ui/toast.ts';
import form from '../Form.module.css';
import styles from './SigningIn.module.css';

const QrCode = lazy(() => import('../../../ui/QrCode.tsx'));

export interface TotpSecret {
  /** Base32. */
  readonly secret: string;
  /** The same as an `otpauth:` address. */
  readonly uri: string;
}

interface SetUpAppProps {
  readonly secret: TotpSecret;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** Brings the secret into an app, and has a code of it typed: nothing is turned on that the app does not know. */
export function SetUpApp({ secret, onConfirmed }: SetUpAppProps) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const { confirm, busy } = useConfirm(onConfirmed, setFault, () => setCode(''));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() === '') return setFault(t('rules.fieldRequired'));
    void confirm(code);
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className={form.quiet}>{t('signIn.scan')}</p>
      <ErrorBoundary instead={null}>
        <Suspense fallback={<Skeleton shape="block" className={styles.ghost} />}>
          <QrCode text={secret.uri} label={t('signIn.qrLabel')} />
        </Suspense>
      </ErrorBoundary>
      <Secret secret={secret} />
      <TextField
        label={t('signIn.code')}
        hint={t('signIn.typeCode')}
        name="code"
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setFault(undefined);
        }}
        error={fault}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={100}
        enterKeyHint="go"
      />
      <Button type="submit" block busy={busy}>
        {t('signIn.turnOn')}
      </Button>
    </form>
  );
}

function Secret({ secret: { secret, uri } }: { readonly secret: TotpSecret }) {
  const { t } = useTexts();
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);

  const copied = () => toast.success(t('signIn.secretCopied'));
  const select = () => field.current?.select();

  return (
    <>
      <a className={styles.link} href={uri}>
        {t('signIn.appOpen')}
      </a>
      <div className={styles.secret}>
        <TextArea
          ref={field}
          // Whole also on a phone: it is read off and typed.
          rows={2}
          label={t('signIn.secret')}
          className={styles.mono}
          value={secret.replace(/(.{4})(?=.)/g, '$1 ')}
          readOnly
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant="secondary"
          icon={<Copy size={18} aria-hidden />}
          onClick={() => void copyText(secret, copied, select)}
        >
          {t('signIn.codesCopy')}
        </Button>
      </div>
    </>
  );
}

/**
 * Sends the code. Where an answer was lost the second step may be on, with recovery codes that nobody saw: then new ones are
 * made, which are shown.
 */
function useConfirm(
  onConfirmed: SetUpAppProps['onConfirmed'],
  onFault: (sentence: string) => void,
  onWrong: () => void,
): { readonly confirm: (code: string) => Promise<void>; readonly busy: boolean } {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const lost = useRef(false);

  async function send(code: string): Promise<readonly string[]> {
    try {
      return (await call('totp.confirm', { body: { code } })).data.recoveryCodes;
    } catch (error) {
      const isOn = error instanceof CallFailure && error.code === 'WRONG_STATE';
      if (!isOn || !lost.current) throw error;
      return (await call('totp.recoveryCodes')).data.recoveryCodes;
    }
  }

  async function confirm(code: string) {
    if (busy) return;
    setBusy(true);
    try {
      onConfirmed(await send(code));
    } catch (error) {
      lost.current ||= isUnanswered(error);
      if (error instanceof CallFailure && error.code === 'WRONG_CODE') onWrong();
      onFault(failureText(error, t('network.unexpected')));
    } finally {
      setBusy(false);
    }
  }

  return { confirm, busy };
}
