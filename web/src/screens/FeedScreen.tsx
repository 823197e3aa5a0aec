import { Feed, useFeed, useOpenComments } from '../features/posts/face.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /home */
export default function FeedScreen() {
  const { t } = useTexts();
  const feed = useFeed();
  const openComments = useOpenComments();
  return (
    <Page title={t('shell.feed')} titleHidden onRefresh={feed.reload}>
      <Feed feed={feed} onComments={openComments} />
    </Page>
  );
}
