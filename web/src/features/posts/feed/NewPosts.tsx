import type { Post } from '@duet/contract/posts/shapes';
import { ArrowUp } from 'lucide-react';
import type { Live } from '../../../api/live.ts';
import { useTexts } from '../../../i18n/language.ts';
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

const announced = createStore<readonly string[]>([]);

/** Posts that have come out since the app was opened, or since the newest were last asked for. */
const newPosts = {
  announce: (id: string): void => announced.set([...announced.get(), id]),
  forget: (): void => {
    if (announced.get().length > 0) announced.set([]);
  },
};

/** Notes what the stream says of posts that have come out. */
export function followPosts(live: Live): void {
  live.on('post', ({ post }) => newPosts.announce(post._id));
}

/** Whether there are posts that are not among those that are shown. */
function useNewPosts(shown: readonly { readonly _id: string }[]): boolean {
  const all = useStore(announced);
  return all.some((id) => !shown.some(({ _id }) => _id === id));
}
