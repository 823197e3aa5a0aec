import { Welcome } from '../features/site/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /welcome: the first run, which can be left and found again from the settings of the site. */
export default function WelcomeScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('site.welcome')} back>
      <Welcome />
    </Page>
  );
}
