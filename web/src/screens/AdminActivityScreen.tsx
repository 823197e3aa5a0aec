import { useState } from 'react';
import { ActivityList, useActivity } from '../features/activity/index.ts';
import { useComments } from '../features/comments/index.ts';
import { WaitingPeople } from '../features/people/index.ts';
import { PostModal } from '../features/posts/detail/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';
import { useArrival } from '../ui/page-visit.ts';

/** /admin/activity */
export default function AdminActivityScreen() {
  const { t } = useTexts();
  const activity = useActivity();
  const comments = useComments();
  const [opened, setOpened] = useState<string | null>(null);
  // The page stays in the document behind others; coming back to it shows what is new.
  useArrival(() => void activity.list.refetch({ cancelRefetch: false }));
  return (
    <Page title={t('activity.title')} back onRefresh={activity.list.refetch}>
      <WaitingPeople />
      <ActivityList activity={activity} onOpenPost={setOpened} />
      <PostModal id={opened} onClose={() => setOpened(null)} onComments={comments.open} />
      {comments.sheet}
    </Page>
  );
}
