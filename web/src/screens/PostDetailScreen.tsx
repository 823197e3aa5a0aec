import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CommentsBeneath, useComments } from '../features/comments/index.ts';
import { PostDetail, usePost } from '../features/posts/detail/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page, useGoBack } from '../ui/Page.tsx';
import { usePageVisit } from '../ui/page-visit.ts';

/** /post/{id} */
export default function PostDetailScreen() {
  const { t } = useTexts();
  const { id = '' } = usePageVisit().parameters;
  const state = usePost(id.trim(), 'posts.detailFailed');
  const goBack = useGoBack();
  const comments = useComments(id.trim());
  const [page] = useState(useLocation().pathname);
  // Who has gone elsewhere while the server deleted it stays there.
  const removed = () => location.pathname === page && goBack();
  return (
    <Page title={t('posts.detailTitle')} back onRefresh={state.reload}>
      <PostDetail
        key={id}
        state={state}
        onComments={comments.open}
        onRemoved={removed}
        beneath={state.post && <CommentsBeneath postId={state.post._id} inSheet={comments.isShown} />}
      />
      {comments.sheet}
    </Page>
  );
}
