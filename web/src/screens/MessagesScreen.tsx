import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

export default function MessagesScreen() {
  const { t } = useTexts();
  return <Page title={t('shell.messages')}>{null}</Page>;
}
