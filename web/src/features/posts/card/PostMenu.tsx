import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { Eye, Heart, Maximize2, Pencil, Trash2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts, withAllTexts } from '../../../i18n/language.ts';
import { SheetPart } from '../../../offline/SheetPart.tsx';
import { type Action, ActionMenu } from '../../../ui/ActionMenu.tsx';
import type { ExtraCount } from '../counts/CountDialog.tsx';
import { removePost } from './remove-post.ts';

const CountDialog = lazy(() => withAllTexts(import('../counts/CountDialog.tsx')));

interface PostMenuProps {
  readonly post: Post;
  /** The post's own page is open already. */
  readonly opened: boolean;
  readonly isAdmin: boolean;
  readonly onRemoved?: (() => void) | undefined;
}

/** The three dots: everything for admins, View and Delete for the owner. */
export default function PostMenu({ post, opened, isAdmin, onRemoved }: PostMenuProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [counting, setCounting] = useState<ExtraCount | null>(null);

  const view: Action = {
    label: t('actions.view'),
    icon: <Maximize2 aria-hidden />,
    onSelect: () => navigate(`/post/${post._id}`),
  };
  const remove: Action = {
    label: t('actions.delete'),
    icon: <Trash2 aria-hidden />,
    danger: true,
    onSelect: async () => {
      if (await removePost(post)) onRemoved?.();
    },
  };
  const forAdmins: Action[] = [
    { label: t('actions.edit'), icon: <Pencil aria-hidden />, onSelect: () => navigate(`/edit/${post._id}`) },
    { label: t('posts.setViews'), icon: <Eye aria-hidden />, onSelect: () => setCounting('views') },
    { label: t('posts.setLikes'), icon: <Heart aria-hidden />, onSelect: () => setCounting('likes') },
  ];
  const actions = [...(opened ? [] : [view]), ...(isAdmin ? forAdmins : []), remove];
  return (
    <>
      <ActionMenu label={t('posts.menu', { username: shownName(post) })} actions={actions} />
      {counting && (
        <SheetPart onClose={() => setCounting(null)}>
          <CountDialog post={post} kind={counting} onClose={() => setCounting(null)} />
        </SheetPart>
      )}
    </>
  );
}
