import { Search, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './SearchBox.module.css';

/** Finds people by username or email: with Enter or the button. The cross shows all again. */
export function SearchBox({ onSearch }: { readonly onSearch: (search: string) => void }) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(text.trim());
  }

  function clear() {
    setText('');
    onSearch('');
    field.current?.focus();
  }

  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={254}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={t('people.searchHint')}
          placeholder={t('people.searchHint')}
        />
        {text !== '' && (
          <IconButton label={t('people.clearSearch')} onClick={clear}>
            <X size={18} aria-hidden />
          </IconButton>
        )}
        <IconButton label={t('people.search')} type="submit" className={styles.go}>
          <Search size={20} aria-hidden />
        </IconButton>
      </form>
    </search>
  );
}
