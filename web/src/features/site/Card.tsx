import { type ReactNode, useId } from 'react';
import styles from './Card.module.css';

interface CardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Settings that belong together. */
export function Card({ title, children }: CardProps) {
  const heading = useId();
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
