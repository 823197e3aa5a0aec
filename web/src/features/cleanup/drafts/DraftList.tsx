import { shownName } from '@duet/contract/accounts/shown-name';
import type { PostType } from '@duet/contract/posts/shapes';
import { type PlainKey, useTexts } from '../../../i18n/language.ts';
import styles from '../Cleanup.module.css';
import type { ShownDraft } from './draft-cleanup.ts';
import { draftDate } from './preview.ts';

const types: Readonly<Record<PostType, PlainKey>> = {
  richText: 'cleanup.typeRichText',
  gallery: 'cleanup.typeGallery',
  video: 'cleanup.typeVideo',
};

/** Every draft with its kind, its beginning, who began it, when, and how old it is. */
export function DraftList({ drafts }: { readonly drafts: readonly ShownDraft[] }) {
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
