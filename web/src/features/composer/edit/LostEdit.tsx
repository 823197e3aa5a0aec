import type { PostType } from '@duet/contract/posts/shapes';
import { useState } from 'react';
import { persistedFiles } from '../../../device/persisted-files.ts';
import { useTexts } from '../../../i18n/language.ts';
import { currentSession } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { RichHtml } from '../../posts/index.ts';
import { forgetDraft } from '../form/local-draft.ts';
import { hasText } from '../text/html.ts';
import styles from './LostEdit.module.css';
import { moveToNewPost } from './new-post-of-edit.ts';
import type { PersistedEdit } from './persisted-edit.ts';
import { pickedPictures, withoutPictures } from './picked-pictures.ts';

interface LostEditProps {
  /** Where this device keeps the edit. */
  readonly storageKey: string;
  readonly userId: string;
  readonly edit: PersistedEdit;
  /** After it was made a new post of its type. */
  readonly onMoved: (postType: PostType) => void;
  /** After the words were thrown away. */
  readonly onDiscarded: () => void;
}

/** What was written for a post that is there no more, and the way to a new post with it. */
export function LostEdit({ storageKey, userId, edit, onMoved, onDiscarded }: LostEditProps) {
  const { t } = useTexts();
  const toast = useToast();
  const [moving, setMoving] = useState(false);
  const picked = edit.picked.length + pickedPictures(edit.content).length;

  async function makeNew(): Promise<void> {
    setMoving(true);
    const outcome = await moveToNewPost(storageKey, userId, edit).finally(() => setMoving(false));
    // Somebody else may be at the device by now.
    if (currentSession().user?.id !== userId) return;
    if (outcome === 'publishing') toast.warning(t('composer.goneNewWaits'));
    else if (outcome === 'refused') toast.error(t('composer.goneNewRefused'));
    else if (outcome === 'moved') onMoved(edit.postType);
  }

  async function discard(): Promise<void> {
    const sure = await confirm({
      title: t('composer.discardTitle'),
      text: t(picked > 0 ? 'composer.gonePickedDiscardBody' : 'composer.goneDiscardBody'),
      confirmLabel: t('composer.discard'),
      danger: true,
    });
    if (!sure) return;
    forgetDraft(storageKey);
    void persistedFiles.removeAll(`${storageKey}/`);
    onDiscarded();
  }

  return (
    <section className={styles.lost}>
      <h2>{t('composer.goneTitle')}</h2>
      <p>{t('composer.goneText')}</p>
      <div className={styles.words}>
        {edit.title && <h3 dir="auto">{edit.title}</h3>}
        {hasText(edit.content) && <RichHtml html={withoutPictures(edit.content)} />}
        {edit.caption && (
          <p className={styles.caption} dir="auto">
            {edit.caption}
          </p>
        )}
      </div>
      {picked > 0 && <p>{t('composer.gonePicked', { count: picked })}</p>}
      <div className={styles.ways}>
        <Button variant="quiet" disabled={moving} onClick={() => void discard()}>
          {t('composer.goneDiscard')}
        </Button>
        <Button busy={moving} onClick={() => void makeNew()}>
          {t('composer.goneNew')}
        </Button>
      </div>
    </section>
  );
}
