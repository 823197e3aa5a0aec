import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import styles from './CommentsSection.module.css';
import type { CommentSort } from './cache.ts';
import { CommentList } from './list/CommentList.tsx';
import { UnsentComments } from './write/UnsentComments.tsx';
import { WriteComment } from './write/WriteComment.tsx';

interface CommentsSectionProps {
  readonly postId: string;
  /** For whom: a person's id or 'guest'. */
  readonly viewer: string;
  /** They are in the sheet: the section keeps its height, so that the page does not move, and nothing else. */
  readonly inSheet: boolean;
}

/** The section itself. What a guest writes stays on the device until they have signed in and post it. */
export default function CommentsSection({ postId, viewer, inSheet }: CommentsSectionProps) {
  const { t } = useTexts();
  const heading = useId();
  const [sort, setSort] = useState<CommentSort>('newest');
  const [written, setWritten] = useState<string>();
  const { frame, height } = useHeight(inSheet);
  if (inSheet) return <div className={styles.comments} style={{ height }} aria-hidden />;
  return (
    <section ref={frame} id="comments" aria-labelledby={heading} className={styles.comments}>
      <h2 id={heading}>{t('comments.title')}</h2>
      <div className={styles.write}>
        <WriteComment postId={postId} onWritten={({ _id }) => setWritten(_id)} sendHiddenWhenIdle />
      </div>
      <UnsentComments postId={postId} />
      <CommentList postId={postId} viewer={viewer} sort={sort} onSort={setSort} written={written} />
    </section>
  );
}

/** The height of an element, in px, as it was before it made way. */
function useHeight(isAway: boolean) {
  const frame = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (isAway || !element) return;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAway]);
  return { frame, height };
}
