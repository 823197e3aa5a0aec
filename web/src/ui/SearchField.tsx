import { Search, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  /** Names the field. */
  readonly label: string;
  readonly placeholder: string;
  readonly searchLabel: string;
  readonly clearLabel: string;
  readonly maxLength: number;
  /** What is being looked for; the field follows where that changes elsewhere, as with Back. */
  readonly value: string;
  /** Hears what to look for, without the spaces around it; nothing when the cross was pressed. */
  readonly onSearch: (text: string) => void;
}

/** Looks for a name or an address, with Enter or the button. The cross shows everything again. */
export function SearchField({ value, onSearch, ...words }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [{ text, followed }, set] = useState({ text: value, followed: value });
  if (followed !== value) set({ text: value, followed: value });
  const setText = (typed: string) => set({ text: typed, followed: value });

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
    <search>
      <form onSubmit={submit} className={styles.form}>
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={words.maxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={words.label}
          placeholder={words.placeholder}
        />
        {text !== '' && (
          <IconButton label={words.clearLabel} onClick={clear} className={styles.clear}>
            <X size={18} aria-hidden />
          </IconButton>
        )}
        <IconButton label={words.searchLabel} type="submit" className={styles.go}>
          <Search size={20} aria-hidden />
        </IconButton>
      </form>
    </search>
  );
}
