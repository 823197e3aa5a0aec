import { NewRichText } from '../features/composer/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /new/richtext */
export default function NewRichTextScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('composer.newPost')} back>
      <NewRichText />
    </Page>
  );
}
