import { CoupleBeside } from '../features/about/beside/index.ts';
import { useComments } from '../features/comments/index.ts';
import { Feed, useFeed } from '../features/posts/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /home */
export default function FeedScreen() {
  const { t } = useTexts();
  const feed = useFeed();
  const comments = useComments();
  return (
    <Page title={t('shell.feed')} titleHidden onRefresh={feed.reload}>
      <Feed feed={feed} onComments={comments.open} />
      {comments.sheet}
      <CoupleBeside />
    </Page>
  );
}
