import { exportFileName, exportPath } from '@duet/contract/export/route';
import { MB } from '@duet/contract/limits';
import { Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { mediaAddress } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { failureText } from '../../api/failure.ts';
import { saveFile } from '../../device/save-file.ts';
import { numberFormat } from '../../i18n/formats.ts';
import { useTexts } from '../../i18n/language.ts';
import { isNativeApp } from '../../native/platform.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './Form.module.css';

type State =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly bytes: number }
  | { readonly step: 'saved'; readonly name: string }
  | { readonly step: 'failed'; readonly reason: string };

const unit = { style: 'unit', unit: 'megabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

const profile = (): string => new URL(mediaAddress('/profile'), location.href).href;

/** All that is one's own. The native app has nowhere to save it, and says where that can be done. */
export function OwnData({ username }: { readonly username: string }) {
  const { t } = useTexts();
  return (
    <Section title={t('account.data')}>
      <p className={styles.quiet}>{t('account.dataText')}</p>
      {isNativeApp() ? (
        <p className={styles.quiet}>{t('account.dataInBrowser', { address: profile() })}</p>
      ) : (
        <DownloadData username={username} />
      )}
    </Section>
  );
}

/** How large it is shows only while it comes: it is made on the way. */
function DownloadData({ username }: { readonly username: string }) {
  const { t, language } = useTexts();
  const [state, setState] = useState<State>({ step: 'idle' });
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function start() {
    const stop = new AbortController();
    leaving.current = stop;
    setState({ step: 'running', bytes: 0 });
    try {
      const onProgress = (bytes: number) => setState({ step: 'running', bytes });
      const file = await download(exportPath, { signal: stop.signal, onProgress });
      const name = exportFileName(username, Date.now());
      saveFile(file, name);
      setState({ step: 'saved', name });
    } catch (error) {
      if (stop.signal.aborted) return setState({ step: 'idle' });
      setState({ step: 'failed', reason: failureText(error, t('account.dataFailed')) });
    }
  }

  const running = state.step === 'running';
  return (
    <>
      <Button
        variant="secondary"
        busy={running}
        icon={<Download size={20} aria-hidden />}
        onClick={() => void start()}
      >
        {running
          ? t('account.dataDownloading', { size: numberFormat(language, unit).format(state.bytes / MB) })
          : t('account.dataDownload')}
      </Button>
      {running && (
        <Button variant="quiet" icon={<X size={20} aria-hidden />} onClick={() => leaving.current?.abort()}>
          {t('account.dataCancel')}
        </Button>
      )}
      <p role="status" className={state.step === 'saved' ? styles.note : 'visually-hidden'}>
        {state.step === 'saved' && t('account.dataReady', { name: state.name })}
      </p>
      {state.step === 'failed' && (
        <p role="alert" className={styles.fault}>
          {state.reason}
        </p>
      )}
    </>
  );
}
