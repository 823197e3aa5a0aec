import type { Post } from '@duet/contract/posts/shapes';
import { Heart } from 'lucide-react';
import { type AnimationEvent, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { tapFelt } from '../../../native/haptics.ts';
import { loginPrompt } from '../../../session/login-prompt.ts';
import { useUser } from '../../../session/session.ts';
import { classes } from '../../../ui/classes.ts';
import { CardAction } from '../card/CardAction.tsx';
import styles from './LikeButton.module.css';
import { like } from './like.ts';

/** The heart and its count. It beats on every tap, also where a person has liked already and nothing changes. */
export function LikeButton({ post }: { readonly post: Post }) {
  const { t } = useTexts();
  const user = useUser();
  const [beats, setBeats] = useState(false);
  const { hasUserLiked, totalLikes } = post;

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
      className={classes(hasUserLiked && styles.liked, beats && styles.beat)}
      onClick={tap}
      onAnimationEnd={(event: AnimationEvent) => event.target instanceof SVGElement && setBeats(false)}
    >
      <Heart aria-hidden />
    </CardAction>
  );
}
