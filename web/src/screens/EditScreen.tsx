import { EditPost } from '../features/composer/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';
import { usePageVisit } from '../ui/page-visit.ts';

/** /edit/{id} */
export default function EditScreen() {
  const { t } = useTexts();
  const { id = '' } = usePageVisit().parameters;
  return (
    <Page title={t('composer.editPost')} back>
      <EditPost key={id} id={id} />
    </Page>
  );
}
