import { useTexts } from '../../i18n/language.ts';
import { chooseTheme, useTheme } from '../../theme/theme.ts';
import { Section } from '../../ui/Section.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';

/** Language and appearance. Each change shows at once. */
export function Preferences() {
  const { t } = useTexts();
  const theme = useTheme();
  return (
    <Section title={t('profile.settings')}>
      <LanguageChoice />
      <Segments
        label={t('profile.theme')}
        options={[
          { value: 'system', label: t('profile.themeSystem') },
          { value: 'light', label: t('profile.themeLight') },
          { value: 'dark', label: t('profile.themeDark') },
        ]}
        value={theme}
        onChange={chooseTheme}
      />
    </Section>
  );
}
