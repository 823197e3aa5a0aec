import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { persistedFiles } from '../../../device/persisted-files.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { RichHtml } from '../../posts/index.ts';
import { forgetDraft } from '../form/local-draft.ts';
import styles from './LostEdit.module.css';
import { keepAsNewPost, mayBecomeNewPost, type PersistedEdit } from './persisted-edit.ts';

interface LostEditProps {
  /** Where this device keeps the edit. */
  readonly storageKey: string;
  readonly userId: string;
  readonly words: PersistedEdit;
  /** After the words were thrown away. */
  readonly onDiscarded: () => void;
}

/** What was written for a post that is there no more, and the way to a new post with it. */
export function LostEdit({ storageKey, userId, words, onDiscarded }: LostEditProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const toast = useToast();
  const busy = useRef(false);

  function forget(): void {
    forgetDraft(storageKey);
    void persistedFiles.removeAll(`${storageKey}/`);
  }

  async function makeNewOnce(): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    await makeNew().finally(() => {
      busy.current = false;
    });
  }

  async function makeNew(): Promise<void> {
    if (!(await mayBecomeNewPost(userId, words.postType))) return toast.warning(t('composer.goneNewWaits'));
    if (!(await keepAsNewPost(storageKey, userId, words))) return toast.error(t('composer.notSavedHere'));
    forget();
    navigate(`/new/${words.postType.toLowerCase()}`, { replace: true });
  }

  async function discard(): Promise<void> {
    const sure = await confirm({
      title: t('composer.discardTitle'),
      text: t('composer.goneDiscardBody'),
      confirmLabel: t('composer.discard'),
      danger: true,
    });
    if (!sure) return;
    forget();
    onDiscarded();
  }

  return (
    <section className={styles.lost}>
      <h2>{t('composer.goneTitle')}</h2>
      <p>{t('composer.goneText')}</p>
      <div className={styles.words}>
        {words.title && <h3 dir="auto">{words.title}</h3>}
        {words.content && <RichHtml html={words.content} />}
        {words.caption && (
          <p className={styles.caption} dir="auto">
            {words.caption}
          </p>
        )}
      </div>
      <div className={styles.ways}>
        <Button variant="quiet" onClick={() => void discard()}>
          {t('composer.goneDiscard')}
        </Button>
        <Button onClick={() => void makeNewOnce()}>{t('composer.goneNew')}</Button>
      </div>
    </section>
  );
}
