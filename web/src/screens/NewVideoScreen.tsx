import { NewVideo } from '../features/composer/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /new/video */
export default function NewVideoScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('composer.newVideo')} back>
      <NewVideo />
    </Page>
  );
}
