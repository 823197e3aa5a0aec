import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

export default function NewVideoScreen() {
  const { t } = useTexts();
  return <Page title={t('shell.newVideo')}>{null}</Page>;
}
