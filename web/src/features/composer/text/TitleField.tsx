import { limits } from '@duet/contract/limits';
import { useRef } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { useGrowing } from '../../../ui/growing.ts';
import styles from './TitleField.module.css';

interface TitleFieldProps {
  readonly value: string;
  readonly onChange: (title: string) => void;
  /** Enter: a title has no second line, and what follows it is the text. */
  readonly onLeave: () => void;
}

/** The title of a post: one line of text in as many rows as it takes. */
export function TitleField({ value, onChange, onLeave }: TitleFieldProps) {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, value);
  return (
    <textarea
      ref={field}
      rows={1}
      dir="auto"
      className={styles.title}
      aria-label={t('composer.title')}
      placeholder={t('composer.titlePlaceholder')}
      maxLength={limits.title.maxChars}
      enterKeyHint="next"
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onLeave();
      }}
    />
  );
}
