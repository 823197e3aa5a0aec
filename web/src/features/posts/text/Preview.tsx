import { type ReactNode, type RefObject, useRef } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { useFold } from '../../../ui/fold.ts';
import styles from './PostText.module.css';
import type { useReveal } from './use-reveal.ts';

/** The most that a text takes of the feed, in rem: pictures and short lines are high without many characters. */
const foldRem = 32;

interface PreviewProps {
  readonly revealed: ReturnType<typeof useReveal>;
  /** It is not folded, however high it is. */
  readonly whole: boolean;
  /** One element. */
  readonly children: ReactNode;
}

/** A text as far as it is revealed, folded where it is high, and the button that shows more of it. */
export function Preview({ revealed: { more, readMore }, whole, children }: PreviewProps) {
  const text = useRef<HTMLDivElement>(null);
  const { folded, unfold, frame } = useFold(text, whole ? null : foldRem);

  function show() {
    unfold();
    // The login prompt comes when there is nothing more to see without it.
    if (!folded || more === 'expand') readMore();
  }

  return (
    <>
      <div ref={text} tabIndex={-1} {...frame} className={classes(styles.text, frame?.className)}>
        {children}
      </div>
      {(more || folded) && <ReadMore onMore={show} text={text} isLast={more !== 'prompt'} />}
    </>
  );
}

interface ReadMoreProps {
  readonly onMore: () => void;
  /** The text above; the focus goes there when this button goes. */
  readonly text: RefObject<HTMLElement | null>;
  /** Whether the button may be gone after this tap. */
  readonly isLast: boolean;
}

function ReadMore({ onMore, text, isLast }: ReadMoreProps) {
  const { t } = useTexts();

  function tap() {
    onMore();
    if (isLast) text.current?.focus({ preventScroll: true });
  }

  return (
    <button type="button" className={styles.more} onClick={tap}>
      {t('posts.readMore')}
    </button>
  );
}
