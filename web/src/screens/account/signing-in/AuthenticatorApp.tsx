import type { SecondStep } from '@duet/contract/second-steps/shapes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Download, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { saveFile } from '../../../device/save-file.ts';
import { useTexts } from '../../../i18n/language.ts';
import { fullDate } from '../../../i18n/time.ts';
import { isNativeApp, native } from '../../../native/platform.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { Sheet } from '../../../ui/Sheet.tsx';
import { SkeletonOf } from '../../../ui/SkeletonOf.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { useToast } from '../../../ui/toast.ts';
import form from '../Form.module.css';
import { SetUpApp, type TotpSecret } from './SetUpApp.tsx';
import styles from './SigningIn.module.css';

type Open =
  | { readonly what: 'setUp'; readonly secret: TotpSecret }
  | {
      readonly what: 'codes';
      readonly codes: readonly string[] /** It has just been set up. */;
      readonly first: boolean;
    };

interface AuthenticatorAppProps {
  readonly username: string;
  /** It is set up, and its recovery codes were shown. */
  readonly onSetUp: () => void;
}

/** Whether signing in asks for a code of an app; turning that on and off, and its recovery codes. */
export function AuthenticatorApp({ username, onSetUp }: AuthenticatorAppProps) {
  const { t } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  // What was shown stays while its sheet leaves.
  const [last, setLast] = useState<Open | null>(null);
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.secondStep,
    queryFn: async ({ signal }) => (await call('totp.status', { signal })).data,
    // A code may have been used up on another device meanwhile.
    staleTime: 0,
  });
  if (open && open !== last) setLast(open);
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.secondStep });

  async function run(act: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    try {
      await act();
    } catch (failure) {
      toast.error(failureText(failure, t('network.unexpected')));
    } finally {
      setBusy(false);
      void refresh();
    }
  }

  const setUp = () => run(async () => setOpen({ what: 'setUp', secret: (await call('totp.begin')).data }));
  const renewCodes = () =>
    run(async () => {
      const sure = await confirm({
        title: t('signIn.codesNew'),
        text: t('signIn.codesNewText'),
        confirmLabel: t('signIn.codesNew'),
      });
      if (!sure) return;
      const { data } = await retryOnce(() => call('totp.recoveryCodes'));
      setOpen({ what: 'codes', codes: data.recoveryCodes, first: false });
    });
  const turnOff = () =>
    run(async () => {
      const sure = await confirm({
        title: t('signIn.turnOffTitle'),
        text: t('signIn.turnOffText'),
        confirmLabel: t('signIn.turnOff'),
        danger: true,
      });
      if (!sure) return;
      await retryOnce(() => call('totp.remove'));
      toast.success(t('signIn.turnedOff'));
    });

  function close() {
    setOpen(null);
    if (open?.what === 'codes' && open.first) onSetUp();
  }

  function showCodes(codes: readonly string[]) {
    setOpen({ what: 'codes', codes, first: true });
    toast.success(t('signIn.turnedOn'));
    void refresh();
  }

  return (
    <div className={styles.part}>
      <h3>{t('signIn.app')}</h3>
      {error && !data && (
        <ErrorState message={failureText(error, t('network.unexpected'))} onRetry={() => refetch()} />
      )}
      {!data && !error && (
        <>
          <SkeletonOf>
            <p className={form.quiet}>{t('signIn.appOff')}</p>
          </SkeletonOf>
          <SkeletonOf>
            <Button variant="secondary">{t('signIn.setUp')}</Button>
          </SkeletonOf>
        </>
      )}
      {data && <Status {...data} />}
      {data && !data.on && (
        <Button variant="secondary" busy={busy} onClick={() => void setUp()}>
          {t('signIn.setUp')}
        </Button>
      )}
      {data?.on && (
        <div className={styles.buttons}>
          <Button variant="secondary" disabled={busy} onClick={() => void renewCodes()}>
            {t('signIn.codesNew')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={() => void turnOff()}>
            {t('signIn.turnOff')}
          </Button>
        </div>
      )}
      <Sheet
        open={open !== null}
        onClose={close}
        title={t(last?.what === 'codes' ? 'signIn.codesTitle' : 'signIn.setUpTitle')}
      >
        {last?.what === 'setUp' && <SetUpApp secret={last.secret} onConfirmed={showCodes} />}
        {last?.what === 'codes' && <RecoveryCodes codes={last.codes} username={username} onDone={close} />}
      </Sheet>
    </div>
  );
}

function Status({ on, since, recoveryCodesLeft: count }: SecondStep) {
  const words = useTexts();
  const { t } = words;
  if (!on) return <p className={form.quiet}>{t('signIn.appOff')}</p>;
  return (
    <p className={form.quiet}>
      {t('signIn.appOn', { date: fullDate(since ?? '', words) })} {t('signIn.codesLeft', { count })}
    </p>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly username: string;
  readonly onDone: () => void;
}

/** Recovery codes, which nobody shows a second time: to copy, to download (in the native app to share), to write down. */
function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const { t } = useTexts();
  const toast = useToast();
  const list = useRef<HTMLUListElement>(null);

  const copied = () => toast.success(t('signIn.codesCopied'));
  const select = () => list.current && getSelection()?.selectAllChildren(list.current);

  const text = [t('signIn.codesFile', { username }), '', ...codes, ''].join('\n');
  const download = () =>
    saveFile(new Blob([text], { type: 'text/plain' }), `duet-recovery-codes-${username}.txt`);
  const share = () =>
    void native()
      .share({ title: t('signIn.codesTitle'), text })
      .catch(select);

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
        {isNativeApp() ? (
          <Button variant="secondary" icon={<Share2 size={18} aria-hidden />} onClick={share}>
            {t('signIn.codesShare')}
          </Button>
        ) : (
          <Button variant="secondary" icon={<Download size={18} aria-hidden />} onClick={download}>
            {t('signIn.codesDownload')}
          </Button>
        )}
      </div>
      <Button block onClick={onDone}>
        {t('signIn.codesDone')}
      </Button>
    </div>
  );
}
