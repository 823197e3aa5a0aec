import { SiteSettings } from '../features/site/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /admin/site */
export default function AdminSiteScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('site.title')} back>
      <SiteSettings />
    </Page>
  );
}
