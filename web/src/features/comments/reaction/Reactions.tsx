import type { Comment } from '@duet/contract/comments/shapes';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { classes } from '../../../ui/classes.ts';
import { askToSignIn } from '../sign-in-detour.ts';
import styles from './Reactions.module.css';
import { react } from './react.ts';

const kinds = [
  { action: 'like', Icon: ThumbsUp, label: 'comments.like', countIn: 'likes' },
  { action: 'dislike', Icon: ThumbsDown, label: 'comments.dislike', countIn: 'dislikes' },
] as const;

/** Like and dislike, with how many said so. */
export function Reactions({ comment }: { readonly comment: Comment }) {
  const { t, language } = useTexts();
  const user = useUser();
  const numbers = new Intl.NumberFormat(language, { notation: 'compact' });
  return (
    <div className={styles.row}>
      {kinds.map(({ action, Icon, label, countIn }) => {
        const count = comment[countIn];
        const said = comment.userAction === action;
        return (
          <button
            key={action}
            type="button"
            title={t(label, { count })}
            aria-label={t(label, { count })}
            aria-pressed={said}
            className={classes(styles.reaction, said && styles.said)}
            onClick={() => (user ? react(comment, action) : askToSignIn('like', comment.post_id))}
          >
            <Icon size={18} aria-hidden />
            {count > 0 && <span>{numbers.format(count)}</span>}
          </button>
        );
      })}
    </div>
  );
}
