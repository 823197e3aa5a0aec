import type { Post } from '@duet/contract/posts/shapes';
import { ArrowUp } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './NewPosts.module.css';
import { newPosts, useNewPosts } from './new-posts.ts';

interface NewPostsProps {
  /** Those of the first page. */
  readonly posts: readonly Post[];
  readonly onShow: () => void;
}

/** Says that there is something new above, without moving what one reads. */
export function NewPosts({ posts, onShow }: NewPostsProps) {
  const { t } = useTexts();
  const has = useNewPosts(posts);

  function show() {
    newPosts.forget();
    onShow();
  }

  return (
    <div className={styles.place} role="status">
      {has && (
        <Button size="small" icon={<ArrowUp size={16} aria-hidden />} className={styles.pill} onClick={show}>
          {t('posts.fresh')}
        </Button>
      )}
    </div>
  );
}
