import { EditAbout } from '../features/composer/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /about/edit */
export default function EditAboutScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('about.edit')} back>
      <EditAbout />
    </Page>
  );
}
