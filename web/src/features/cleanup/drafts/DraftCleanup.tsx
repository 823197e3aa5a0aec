import { shownName } from '@duet/contract/accounts/shown-name';
import type { PostType } from '@duet/contract/posts/shapes';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type PlainKey, useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { confirm } from '../../../ui/confirm.ts';
import { Spinner } from '../../../ui/Loading.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import styles from '../Cleanup.module.css';
import { Fault } from '../Fault.tsx';
import type { Deletion, DraftState, DraftView, ShownDraft } from './draft-cleanup.ts';
import { draftDate } from './preview.ts';
import { useDraftCleanup } from './use-draft-cleanup.ts';

interface DraftCleanupProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The modal that lists every draft and deletes the old ones, or all. Each opening begins anew. */
export function DraftCleanup({ open, onClose }: DraftCleanupProps) {
  const { t } = useTexts();
  return (
    <Sheet open={open} onClose={onClose} title={t('cleanup.draftTitle')} filled>
      <Content />
    </Sheet>
  );
}

function Content() {
  const { state, load, execute } = useDraftCleanup();
  return (
    <>
      <div className={styles.body} aria-busy={state.step === 'loading' || state.step === 'executing'}>
        <Step state={state} onRetry={load} />
      </div>
      <Buttons state={state} onDelete={execute} />
    </>
  );
}

function Step({ state, onRetry }: { readonly state: DraftState; readonly onRetry: () => void }) {
  const { t } = useTexts();
  if (state.step === 'loading') {
    return (
      <div className={styles.wait}>
        <Spinner label={t('cleanup.loadingDrafts')} />
      </div>
    );
  }
  if (state.step === 'complete') {
    const { deletedCount, mediaFilesDeleted, interrupted = false } = state.result;
    const Icon = interrupted ? CircleAlert : CircleCheck;
    return (
      <>
        {interrupted && <Fault text={t('cleanup.interrupted')} onRetry={onRetry} />}
        <div className={classes(styles.done, interrupted && styles.stopped)} role="status">
          <Icon size={32} aria-hidden />
          <h3>{t(interrupted ? 'cleanup.stopped' : 'cleanup.draftCompleted')}</h3>
          <p>
            {t('cleanup.deletedDrafts', { count: deletedCount })}
            {' · '}
            {t('cleanup.deletedFiles', { count: mediaFilesDeleted })}
          </p>
        </div>
      </>
    );
  }
  const fault = state.step === 'preview' ? state.fault : null;
  if (!state.view && fault) return <ErrorState message={fault} onRetry={onRetry} />;
  if (!state.view) return <EmptyState title={t('cleanup.noData')} />;
  return (
    <>
      {fault && <Fault text={fault} onRetry={onRetry} />}
      <Totals view={state.view} />
      {state.view.drafts.length > 0 ? (
        <DraftList drafts={state.view.drafts} />
      ) : (
        <EmptyState title={t('cleanup.noDrafts')} />
      )}
    </>
  );
}

function Totals({ view }: { readonly view: DraftView }) {
  const { t, language } = useTexts();
  const numbers = new Intl.NumberFormat(language);
  const totals = [
    ['total', t('cleanup.total'), view.total],
    ['old', t('cleanup.oldDrafts'), view.oldDrafts],
    ['recent', t('cleanup.newDrafts'), view.newDrafts],
  ] as const;
  return (
    <dl className={styles.tiles}>
      {totals.map(([key, label, count]) => (
        <div key={key} data-total={key}>
          <dt>{label}</dt>
          <dd>{numbers.format(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ButtonsProps {
  readonly state: DraftState;
  readonly onDelete: (which: Deletion) => void;
}

function Buttons({ state, onDelete }: ButtonsProps) {
  const { t } = useTexts();
  if ((state.step !== 'preview' && state.step !== 'executing') || !state.view) return null;
  const { total, oldDrafts } = state.view;
  const deleting = state.step === 'executing' ? state.which : null;

  async function clearAll() {
    const yes = await confirm({
      title: t('cleanup.clearAllTitle'),
      text: t('cleanup.clearAllText', { count: total }),
      confirmLabel: t('cleanup.clearAllConfirm'),
      danger: true,
    });
    if (yes) onDelete('all');
  }

  return (
    <footer className={styles.foot}>
      <Button
        busy={deleting === 'old'}
        disabled={oldDrafts === 0 || deleting !== null}
        onClick={() => onDelete('old')}
      >
        {t(deleting === 'old' ? 'cleanup.executing' : 'cleanup.deleteOld')}
      </Button>
      <Button
        variant="secondary"
        className={styles.everything}
        busy={deleting === 'all'}
        disabled={total === 0 || deleting !== null}
        onClick={clearAll}
      >
        {t(deleting === 'all' ? 'cleanup.executing' : 'cleanup.clearAll')}
      </Button>
    </footer>
  );
}

const types: Readonly<Record<PostType, PlainKey>> = {
  richText: 'cleanup.typeRichText',
  gallery: 'cleanup.typeGallery',
  video: 'cleanup.typeVideo',
};

/** Every draft with its kind, its beginning, who began it, when, and how old it is. */
function DraftList({ drafts }: { readonly drafts: readonly ShownDraft[] }) {
  const { t } = useTexts();
  return (
    <ul className={styles.list} aria-label={t('cleanup.draftsLabel')}>
      {drafts.map((draft) => (
        <li key={draft._id} className={styles.row} data-draft-id={draft._id}>
          <Draft draft={draft} />
        </li>
      ))}
    </ul>
  );
}

function Draft({ draft }: { readonly draft: ShownDraft }) {
  const { t, language } = useTexts();
  const { created_at, preview, postType, ageInDays, isOld } = draft;
  const type = types[postType];
  const invalid = t('cleanup.invalidDate');
  return (
    <>
      <span className={styles.head}>
        <span className={styles.type}>{type ? t(type) : postType}</span>
        {isOld && <span className={styles.old}>{t('cleanup.old')}</span>}
      </span>
      {preview ? (
        <span className={styles.text}>{preview}</span>
      ) : (
        <span className={styles.meta}>{t('cleanup.noPreview')}</span>
      )}
      <span className={styles.meta}>
        <bdi>{shownName(draft)}</bdi>
        {' · '}
        {draftDate(created_at, { language, unknown: t('time.unknown'), invalid })}
        {' · '}
        {t('cleanup.age', { count: ageInDays })}
      </span>
    </>
  );
}
