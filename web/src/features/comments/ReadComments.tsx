import { useId, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import type { CommentSort } from './cache.ts';
import { CommentList } from './list/CommentList.tsx';
import styles from './ReadComments.module.css';
import { WriteComment } from './write/WriteComment.tsx';

/** The section itself. What a guest writes stays on the device until they have signed in and post it. */
export default function ReadComments({ postId }: { readonly postId: string }) {
  const { t } = useTexts();
  const heading = useId();
  const [sort, setSort] = useState<CommentSort>('newest');
  return (
    <section id="comments" aria-labelledby={heading} className={styles.comments}>
      <h2 id={heading}>{t('comments.title')}</h2>
      <div className={styles.write}>
        <WriteComment postId={postId} onWritten={() => undefined} />
      </div>
      <CommentList postId={postId} viewer="guest" sort={sort} onSort={setSort} written={undefined} />
    </section>
  );
}
