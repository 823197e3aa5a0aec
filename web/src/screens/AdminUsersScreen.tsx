import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

export default function AdminUsersScreen() {
  const { t } = useTexts();
  return <Page title={t('shell.users')}>{null}</Page>;
}
