import type { Post } from '@duet/contract/posts/shapes';
import { Clock, Heart } from 'lucide-react';
import { type AnimationEvent, useId, useState } from 'react';
import { useOptimisticFields } from '../../../api/optimistic-fields.ts';
import { useTexts } from '../../../i18n/language.ts';
import { tapFelt } from '../../../native/haptics.ts';
import { loginPrompt } from '../../../session/login-prompt.ts';
import { useUser } from '../../../session/session.ts';
import { classes } from '../../../ui/classes.ts';
import { optimisticPosts } from '../cache/optimistic-posts.ts';
import { CardAction } from '../card/CardAction.tsx';
import styles from './LikeButton.module.css';
import { like } from './like.ts';

/** The heart and its count. It beats on every tap, also where a person has liked already and nothing changes. */
export function LikeButton({ post }: { readonly post: Post }) {
  const { t } = useTexts();
  const user = useUser();
  const [beats, setBeats] = useState(false);
  const { hasUserLiked, totalLikes } = post;
  const { likeWaits } = useOptimisticFields(optimisticPosts, post);
  const waits = useId();

  function tap() {
    if (!user) return loginPrompt.open('like');
    setBeats(true);
    tapFelt();
    like(post, user.role === 'admin');
  }

  return (
    <CardAction
      label={t(hasUserLiked ? 'posts.liked' : 'posts.like', { count: totalLikes })}
      count={totalLikes}
      aria-pressed={hasUserLiked}
      aria-describedby={likeWaits ? waits : undefined}
      data-waiting={likeWaits}
      className={classes(hasUserLiked && styles.liked, beats && styles.beat, likeWaits && styles.waiting)}
      onClick={tap}
      onAnimationEnd={(event: AnimationEvent) => event.target instanceof SVGElement && setBeats(false)}
    >
      <Heart aria-hidden />
      {likeWaits && (
        <>
          <Clock size={14} aria-hidden className={styles.waits} />
          <span id={waits} hidden>
            {t('posts.likeWaits')}
          </span>
        </>
      )}
    </CardAction>
  );
}
