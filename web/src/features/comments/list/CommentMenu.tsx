import { shownName } from '@duet/contract/accounts/shown-name';
import type { Comment } from '@duet/contract/comments/shapes';
import { Flag, History, Pencil, Trash2 } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { type Action, ActionMenu } from '../../../ui/ActionMenu.tsx';
import { askToSignIn } from '../sign-in-detour.ts';
import { removeComment } from './remove-comment.ts';

/** What is open for a comment. */
export type Doing = 'edit' | 'history' | 'report' | null;

interface CommentMenuProps {
  readonly comment: Comment;
  readonly onChoose: (doing: Doing) => void;
}

/** The three dots: one's own to edit and delete, others' to report, everything but editing for admins. */
export function CommentMenu({ comment, onChoose }: CommentMenuProps) {
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
