import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../i18n/language.ts';
import { layers } from './back/layers.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Pane.module.css';

interface PaneProps {
  /** Asks to close: the cross, Escape, back. */
  readonly onClose: () => void;
  /** The address says that it is open, so that going back closes it by itself. */
  readonly inAddress: boolean;
  readonly title: string;
  /** What the title shows instead of plain words, such as a link of the same words. */
  readonly heading?: ReactNode;
  /** Stands before the title, such as a person's photo. */
  readonly start?: ReactNode;
  /** Stands between the title and the cross, such as a menu. */
  readonly end?: ReactNode;
  /** Stands below the content, such as a composer. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A sheet where there is room for it beside what it was opened from: a dialog that is not modal, which covers nothing and fills
 * the height of what it stands in. It takes the focus, and gives it back.
 */
export function Pane({ onClose, inAddress, title, heading, start, end, footer, children }: PaneProps) {
  const { t } = useTexts();
  const name = useId();
  const pane = useRef<HTMLDialogElement>(null);
  useFocusWithin(pane);
  useClosing(onClose, inAddress);
  return (
    <dialog ref={pane} open aria-labelledby={name} className={styles.pane}>
      <div className={styles.head}>
        {start}
        <h2 id={name} tabIndex={-1}>
          {heading ?? title}
        </h2>
        {end}
        <IconButton label={t('actions.close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.foot}>{footer}</div>}
    </dialog>
  );
}

/** Brings the focus to the heading, unless a field took it, and back to where it was. */
function useFocusWithin(pane: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = pane.current;
    const before = document.activeElement;
    element?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    return () => {
      const at = document.activeElement;
      const isLost = at === document.body || element?.contains(at);
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [pane]);
}

/** Back closes it, and Escape, unless something lies above. */
function useClosing(onClose: () => void, inAddress: boolean): void {
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    if (inAddress) return;
    return layers().open({ close: () => close.current(), leave: () => close.current() });
  }, [inAddress]);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      close.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
