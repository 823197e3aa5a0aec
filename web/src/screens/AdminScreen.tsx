import { useState } from 'react';
import { useComments } from '../features/comments/index.ts';
import { Dashboard } from '../features/dashboard/index.ts';
import { PostModal } from '../features/posts/detail/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /admin */
export default function AdminScreen() {
  const { t } = useTexts();
  const comments = useComments();
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Page title={t('dashboard.title')} width="wide">
      <Dashboard onOpenPost={setOpened} />
      <PostModal id={opened} onClose={() => setOpened(null)} onComments={comments.open} />
      {comments.sheet}
    </Page>
  );
}
