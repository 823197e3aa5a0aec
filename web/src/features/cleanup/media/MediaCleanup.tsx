import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import { sizeText } from '../../../i18n/size.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Spinner } from '../../../ui/Loading.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import styles from '../Cleanup.module.css';
import { Fault } from '../Fault.tsx';
import { DirectoryList } from './DirectoryList.tsx';
import type { MediaState, MediaView } from './media-cleanup.ts';
import { OrphanList } from './OrphanList.tsx';
import { useMediaCleanup } from './use-media-cleanup.ts';

interface MediaCleanupProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The modal that finds files which nothing uses, and deletes them. Each opening begins anew. */
export function MediaCleanup({ open, onClose }: MediaCleanupProps) {
  const { t } = useTexts();
  return (
    <Sheet open={open} onClose={onClose} title={t('cleanup.mediaTitle')} filled>
      <Content onClose={onClose} />
    </Sheet>
  );
}

function Content({ onClose }: Pick<MediaCleanupProps, 'onClose'>) {
  const { state, load, execute } = useMediaCleanup();
  return (
    <>
      <div className={styles.body} aria-busy={state.step === 'loading' || state.step === 'executing'}>
        <Step state={state} onRetry={load} />
      </div>
      <Buttons state={state} onClose={onClose} onExecute={execute} />
    </>
  );
}

function Step({ state, onRetry }: { readonly state: MediaState; readonly onRetry: () => void }) {
  const { t } = useTexts();
  if (state.step === 'loading') {
    return (
      <div className={styles.wait}>
        <Spinner label={t('cleanup.loadingFiles')} />
      </div>
    );
  }
  if (state.step === 'complete') return <Complete {...state} onRetry={onRetry} />;
  const fault = state.step === 'preview' ? state.fault : null;
  if (!state.view) return <ErrorState message={fault ?? ''} onRetry={onRetry} />;
  return (
    <>
      {fault && <Fault text={fault} onRetry={onRetry} />}
      <DirectoryList directories={state.view.directories} />
      <Orphans view={state.view} />
    </>
  );
}

function Orphans({ view: { orphanedFiles, stats } }: { readonly view: MediaView }) {
  const { t, language } = useTexts();
  if (orphanedFiles.length === 0) {
    return <EmptyState title={t('cleanup.allClean')} text={t('cleanup.allCleanText')} />;
  }
  return (
    <section className={styles.section}>
      <h3>
        {t('cleanup.orphans')}
        <span>
          {t('cleanup.fileCount', { count: stats.removed })}
          {' · '}
          {t('cleanup.willFree', { size: sizeText(stats.savedSpace, language) })}
        </span>
      </h3>
      <p className={styles.hint}>{t('cleanup.orphansText')}</p>
      <OrphanList files={orphanedFiles} total={stats.removed} />
    </section>
  );
}

interface CompleteProps {
  readonly view: MediaView;
  /** Why it stopped before its end. */
  readonly fault: string | null;
  readonly onRetry: () => void;
}

/** What the answer says was removed takes the place of the preview. */
function Complete({ view: { stats, orphanedFiles, failedFiles = [] }, fault, onRetry }: CompleteProps) {
  const { t, language } = useTexts();
  const Icon = fault === null ? CircleCheck : CircleAlert;
  return (
    <>
      {fault !== null && <Fault text={fault} onRetry={onRetry} />}
      <div className={classes(styles.done, fault !== null && styles.stopped)} role="status">
        <Icon size={32} aria-hidden />
        <h3>{t(fault === null ? 'cleanup.mediaCompleted' : 'cleanup.stopped')}</h3>
        <p>
          {t('cleanup.removed', { count: stats.removed })}
          {' · '}
          {t('cleanup.freed', { size: sizeText(stats.savedSpace, language) })}
        </p>
      </div>
      {failedFiles.length > 0 && (
        <section className={styles.section}>
          <h3>{t('cleanup.failedFiles', { count: failedFiles.length })}</h3>
          <p className={styles.hint}>{t('cleanup.failedText')}</p>
          <OrphanList files={failedFiles} gone />
        </section>
      )}
      {orphanedFiles.length > 0 && <OrphanList files={orphanedFiles} total={stats.removed} gone />}
    </>
  );
}

interface ButtonsProps {
  readonly state: MediaState;
  readonly onClose: () => void;
  readonly onExecute: () => void;
}

function Buttons({ state, onClose, onExecute }: ButtonsProps) {
  const { t } = useTexts();
  const executing = state.step === 'executing';
  const any = (state.step === 'preview' || executing) && (state.view?.orphanedFiles.length ?? 0) > 0;
  return (
    <footer className={styles.foot}>
      <Button variant={any ? 'secondary' : 'primary'} onClick={onClose}>
        {t(state.step === 'complete' ? 'actions.done' : 'actions.cancel')}
      </Button>
      {any && (
        <Button variant="danger" busy={executing} onClick={onExecute}>
          {t(executing ? 'cleanup.executing' : 'cleanup.deleteOrphans')}
        </Button>
      )}
    </footer>
  );
}
