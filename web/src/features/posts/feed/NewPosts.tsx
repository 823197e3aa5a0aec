import type { Post } from '@duet/contract/posts/shapes';
import { ArrowUp } from 'lucide-react';
import { useEffect } from 'react';
import type { Live } from '../../../api/live.ts';
import { useTexts } from '../../../i18n/language.ts';
import { followPerson } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { createStore, useStore } from '../../../ui/store.ts';
import styles from './Feed.module.css';

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
    announced.set([]);
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

/** Posts that have come out since the app was opened, or since the newest were last asked for. */
const announced = createStore<readonly string[]>([]);

/** Notes what the stream says of posts that have come out, for whoever is signed in. */
export function followPosts(live: Live): void {
  live.on('post', ({ post }) => announced.set([...announced.get(), post._id]));
  followPerson(() => announced.set([]));
}

/** Whether there are posts that are not among those that are shown. What was shown once is new no more, also when it is gone. */
function useNewPosts(shown: readonly { readonly _id: string }[]): boolean {
  const all = useStore(announced);
  const left = all.filter((id) => !shown.some(({ _id }) => _id === id));
  useEffect(() => {
    if (left.length < all.length) announced.set(left);
  });
  return left.length > 0;
}
