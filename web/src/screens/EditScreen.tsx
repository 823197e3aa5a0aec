import { useParams } from 'react-router-dom';
import { EditPost } from '../features/composer/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /edit/{id} */
export default function EditScreen() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  return (
    <Page title={t('composer.editPost')} back>
      <EditPost key={id} id={id} />
    </Page>
  );
}
