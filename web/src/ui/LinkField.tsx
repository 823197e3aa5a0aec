import type { ComponentProps } from 'react';
import styles from './LinkField.module.css';

interface LinkFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'readOnly' | 'className'> {
  readonly url: string;
  /** Names the field. */
  readonly label: string;
}

/** A link to be copied by hand: whoever comes to the field has all of it selected. */
export const LinkField = ({ url, label, ...input }: LinkFieldProps) => (
  <input
    {...input}
    className={styles.link}
    readOnly
    value={url}
    aria-label={label}
    dir="ltr"
    onFocus={(event) => event.target.select()}
  />
);
