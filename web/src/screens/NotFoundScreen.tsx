import { useNavigate } from 'react-router-dom';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { EmptyState } from '../ui/States.tsx';

export default function NotFoundScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <Page title={t('shell.notFoundTitle')} titleHidden>
      <EmptyState
        title={t('shell.notFoundTitle')}
        text={t('shell.notFoundText')}
        action={<Button onClick={() => navigate('/home')}>{t('actions.goHome')}</Button>}
      />
    </Page>
  );
}
