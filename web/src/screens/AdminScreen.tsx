import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

export default function AdminScreen() {
  const { t } = useTexts();
  return <Page title={t('shell.dashboard')}>{null}</Page>;
}
