import { useState } from 'react';
import { type Language, useTexts } from '../../i18n/language.ts';
import { chooseLanguage } from '../../session/choose-language.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useToast } from '../../ui/toast.ts';

const options = [
  { value: 'en', label: 'English' },
  { value: 'ro', label: 'Română' },
] as const;

/** The language of the person, or of the device where nobody is signed in; shown at once, while its texts load. */
export function LanguageChoice({ labelHidden = false }: { labelHidden?: boolean }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const [choosing, setChoosing] = useState<Language | null>(null);

  async function choose(chosen: Language) {
    setChoosing(chosen);
    try {
      await chooseLanguage(chosen);
    } catch {
      toast.error(t('session.preferencesFailed'));
    } finally {
      setChoosing(null);
    }
  }

  return (
    <Segments
      label={t('session.language')}
      labelHidden={labelHidden}
      options={options}
      value={choosing ?? language}
      onChange={choose}
    />
  );
}
