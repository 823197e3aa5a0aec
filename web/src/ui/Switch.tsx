import { useId } from 'react';
import { hapticTap } from '../native/haptics.ts';
import styles from './Switch.module.css';

interface SwitchProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Something that is on or off, and changes at once. */
export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id}>
        {label}
        {hint && <span id={`${id}-hint`}>{hint}</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          hapticTap();
          onChange(event.target.checked);
        }}
      />
    </div>
  );
}
