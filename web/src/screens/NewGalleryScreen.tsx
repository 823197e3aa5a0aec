import { NewGallery } from '../features/composer/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /new/gallery */
export default function NewGalleryScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('composer.newGallery')} back>
      <NewGallery />
    </Page>
  );
}
