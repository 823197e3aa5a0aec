import { limits } from '@duet/contract/limits';
import { Search, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './AuditLog.module.css';

/** Narrows the audit to one person by their username. */
export function PersonSearch({ onSearch }: { readonly onSearch: (username: string) => void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(text);
  }

  function clear() {
    setText('');
    onSearch('');
  }

  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoCorrect="off"
          spellCheck={false}
          value={text}
          aria-label={t('audit.by')}
          placeholder={t('audit.byHint')}
          maxLength={limits.username.maxChars}
          autoCapitalize="none"
          onChange={(event) => setText(event.target.value)}
        />
        {text !== '' && (
          <IconButton label={t('audit.clear')} onClick={clear}>
            <X size={18} aria-hidden />
          </IconButton>
        )}
        <IconButton label={t('audit.search')} type="submit" className={styles.go}>
          <Search size={20} aria-hidden />
        </IconButton>
      </form>
    </search>
  );
}
