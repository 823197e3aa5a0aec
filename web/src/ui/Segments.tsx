import { useId } from 'react';
import styles from './Segments.module.css';

interface SegmentsProps<Value extends string> {
  /** Names the choice. */
  readonly label: string;
  /** Hides the label from the eye, where a heading says it already. */
  readonly labelHidden?: boolean;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few, all in sight. */
export function Segments<Value extends string>({
  label,
  labelHidden,
  options,
  value,
  onChange,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments}>
      <legend className={labelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      <div className={styles.row}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
