import { linkParts } from './links.ts';
import styles from './MessageText.module.css';

/** A message as it was typed, its web addresses made links that give nothing away of where they were found. */
export function MessageText({ text }: { readonly text: string }) {
  const parts = linkParts(text).map((part, index) =>
    part.href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change
        key={index}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
      >
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
  return (
    <span dir="auto" className={styles.words}>
      {parts}
    </span>
  );
}
