import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './Fold.module.css';

/** What is higher than its fold by less than this is not worth a press. */
const worthIt = 1.25;

interface Fold {
  readonly folded: boolean;
  readonly unfold: () => void;
  /** Of the frame; nothing where all of it shows. */
  readonly frame:
    | { readonly className: string | undefined; readonly style: CSSProperties; readonly 'data-folded': true }
    | undefined;
}

const rootFontPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * Folds the first element in `frame` to a height of `rem` where it is much higher, until `unfold` is called. What is folded
 * stays in the document, for a search in the page and for screen readers; a control in it that takes the focus unfolds it.
 * `rem` is null where nothing folds.
 */
export function useFold(frame: RefObject<HTMLElement | null>, rem: number | null): Fold {
  const [unfolded, setUnfolded] = useState(false);
  const [tall, setTall] = useState(false);
  const folds = rem !== null && !unfolded;

  useLayoutEffect(() => {
    const content = frame.current?.firstElementChild;
    if (!folds || !content) return;
    // Called after the layout and before it is painted: nothing is seen at its full height first.
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      flushSync(() => setTall(height > rem * worthIt * rootFontPx()));
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [frame, folds, rem]);

  const folded = folds && tall;
  useLayoutEffect(() => {
    const element = frame.current;
    if (!folded || !element) return;
    const reached = ({ target }: FocusEvent) => {
      const isHidden =
        (target as Element).getBoundingClientRect().bottom > element.getBoundingClientRect().bottom;
      if (target !== element && isHidden) setUnfolded(true);
    };
    element.addEventListener('focusin', reached);
    return () => element.removeEventListener('focusin', reached);
  }, [frame, folded]);

  return {
    folded,
    unfold: () => setUnfolded(true),
    frame: folded
      ? { className: styles.folded, style: { '--fold': `${rem}rem` } as CSSProperties, 'data-folded': true }
      : undefined,
  };
}
