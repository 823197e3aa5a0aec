import { useId } from 'react';
import styles from './Choice.module.css';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly text: string }[];
  readonly value: Value;
  /** Why it cannot be changed now. */
  readonly fixed?: string | undefined;
  readonly error?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** One of several, each with words about what it does. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  fixed,
  error,
  onChange,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice} disabled={fixed !== undefined} aria-describedby={`${name}-note`}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            <small>{option.text}</small>
          </span>
        </label>
      ))}
      {(error ?? fixed) && (
        <p
          id={`${name}-note`}
          className={error ? styles.error : styles.note}
          role={error ? 'alert' : undefined}
        >
          {error ?? fixed}
        </p>
      )}
    </fieldset>
  );
}
