import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** With more room between what stands in it, as between the fields of a form. */
  readonly roomy?: boolean;
  readonly children: ReactNode;
}

/** A card of settings with its heading. */
export function Section({ title, roomy = false, children }: SectionProps) {
  const heading = useId();
  return (
    <section className={classes(styles.section, roomy && styles.roomy)} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
