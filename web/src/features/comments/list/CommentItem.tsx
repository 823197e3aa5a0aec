import { shownName } from '@duet/contract/accounts/shown-name';
import type { Comment } from '@duet/contract/comments/shapes';
import { Flag, History, Pencil, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useOptimisticFields } from '../../../api/optimistic-fields.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { type Action, ActionMenu } from '../../../ui/ActionMenu.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFold } from '../../../ui/fold.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { AuthorButton } from '../../posts/index.ts';
import { optimisticComments } from '../cache.ts';
import { HistorySheet } from '../history/HistorySheet.tsx';
import { react } from '../reaction/react.ts';
import { ReportCounts, ReportSheet } from '../report/Report.tsx';
import { askToSignIn } from '../sign-in-detour.ts';
import { EditComment } from '../write/EditComment.tsx';
import styles from './CommentItem.module.css';
import { removeComment } from './remove-comment.ts';

interface CommentItemProps {
  readonly comment: Comment;
  readonly isNew: boolean;
}

/** One comment: who, when, what they said, and what one can do with it. */
export const CommentItem = memo(function CommentItem({ comment: copy, isNew }: CommentItemProps) {
  const comment = useOptimisticFields(optimisticComments, copy);
  const [doing, setDoing] = useState<Doing>(null);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);
  if (comment.isRemoved) return null;

  // An edit may be answered when something else is open already.
  const done = (what: Doing) => setDoing((now) => (now === what ? null : now));
  return (
    <li ref={item} data-comment-id={comment._id} className={classes(styles.item, isNew && styles.fresh)}>
      <div className={styles.head}>
        <AuthorButton author={comment} withUsername />
        <TimeAgo value={comment.created_at} className={styles.when} />
        <CommentMenu comment={comment} onChoose={setDoing} />
      </div>
      <div className={styles.body}>
        {doing === 'edit' ? (
          <EditComment comment={comment} onDone={() => done('edit')} />
        ) : (
          <CommentText text={comment.text} />
        )}
        <div className={styles.foot}>
          <Reactions comment={comment} />
          {comment.edited && <Edited comment={comment} onHistory={() => setDoing('history')} />}
        </div>
        {comment.reports && <ReportCounts reports={comment.reports} />}
      </div>
      <ReportSheet comment={comment} open={doing === 'report'} onClose={() => done('report')} />
      <HistorySheet comment={comment} open={doing === 'history'} onClose={() => done('history')} />
    </li>
  );
});

/** The most that a comment takes of the list, in rem. */
const foldRem = 15;

/** What somebody said, folded where it is long. */
function CommentText({ text }: { readonly text: string }) {
  const { t } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const fold = useFold(frame, foldRem);

  function unfold() {
    fold.unfold();
    frame.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <div ref={frame} tabIndex={-1} {...fold.frame} className={classes(styles.frame, fold.frame?.className)}>
        <p className={styles.text} dir="auto">
          {text}
        </p>
      </div>
      {fold.folded && (
        <button type="button" className={styles.more} onClick={unfold}>
          {t('posts.readMore')}
        </button>
      )}
    </>
  );
}

/** That it was changed; for its author and admins the way to its former versions. */
function Edited({ comment, onHistory }: { readonly comment: Comment; readonly onHistory: () => void }) {
  const { t } = useTexts();
  const user = useUser();
  if (user?._id !== comment.user_id && user?.role !== 'admin') {
    return <span className={styles.edited}>{t('comments.edited')}</span>;
  }
  return (
    <button
      type="button"
      className={styles.edited}
      aria-label={t('comments.editedHistory')}
      aria-haspopup="dialog"
      onClick={onHistory}
    >
      {t('comments.edited')}
    </button>
  );
}

/** What is open for a comment. */
type Doing = 'edit' | 'history' | 'report' | null;

interface CommentMenuProps {
  readonly comment: Comment;
  readonly onChoose: (doing: Doing) => void;
}

/** The three dots: one's own to edit and delete, others' to report, everything but editing for admins. */
function CommentMenu({ comment, onChoose }: CommentMenuProps) {
  const { t } = useTexts();
  const user = useUser();
  const own = user?._id === comment.user_id;
  const mayDelete = own || user?.role === 'admin';

  const edit: Action = {
    label: t('actions.edit'),
    icon: <Pencil size={20} aria-hidden />,
    onSelect: () => onChoose('edit'),
  };
  const history: Action = {
    label: t('comments.history'),
    icon: <History size={20} aria-hidden />,
    onSelect: () => onChoose('history'),
  };
  const report: Action = {
    label: t('comments.report'),
    icon: <Flag size={20} aria-hidden />,
    onSelect: () => (user ? onChoose('report') : askToSignIn('comment', comment.post_id)),
  };
  const remove: Action = {
    label: t('actions.delete'),
    icon: <Trash2 size={20} aria-hidden />,
    danger: true,
    onSelect: () => void removeComment(comment),
  };
  const actions = [
    ...(own ? [edit] : []),
    ...(mayDelete && comment.edited ? [history] : []),
    ...(own ? [] : [report]),
    ...(mayDelete ? [remove] : []),
  ];
  return <ActionMenu label={t('comments.menu', { username: shownName(comment) })} actions={actions} />;
}

const kinds = [
  { action: 'like', Icon: ThumbsUp, label: 'comments.like', countIn: 'likes' },
  { action: 'dislike', Icon: ThumbsDown, label: 'comments.dislike', countIn: 'dislikes' },
] as const;

/** Like and dislike, with how many said so. */
function Reactions({ comment }: { readonly comment: Comment }) {
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
