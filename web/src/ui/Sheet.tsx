import { X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../i18n/language.ts';
import { prefersReducedMotion } from '../theme/media-queries.ts';
import { breakable } from './breakable.tsx';
import { classes } from './classes.ts';
import { confirm } from './confirm.ts';
import { useDragToClose } from './drag-to-close.ts';
import { IconButton } from './IconButton.tsx';
import { useModal } from './modal.ts';
import styles from './Sheet.module.css';

interface SheetProps {
  readonly open: boolean;
  /** Asks to close: the cross, Escape, a press beside it, a drag down, back. */
  readonly onClose: () => void;
  /** It has closed, and left the screen. */
  readonly onClosed?: () => void;
  /** Whether it holds words that closing would lose: then it asks first, however it is closed. */
  readonly unsaved?: boolean;
  /** The address says that it is open, so that going back closes it by itself. */
  readonly inAddress?: boolean;
  readonly title: string;
  /** What the title shows instead of plain words, such as a link of the same words. */
  readonly heading?: ReactNode;
  /** `auto` is as high as its content, `tall` nearly as high as the screen. */
  readonly size?: 'auto' | 'tall';
  /** Stands before the title, such as a person's photo. */
  readonly start?: ReactNode;
  /** Stands between the title and the cross, such as a menu. */
  readonly end?: ReactNode;
  /** The content fills the body to its edges and scrolls by itself. */
  readonly filled?: boolean;
  /** At its foot stands what a notice may be about: toasts come below its head. */
  readonly noticesAtTop?: boolean;
  /** Stands below the scrolled content, such as a composer. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The app's modal: a bottom sheet on phones, a centred dialog on wide screens. Mounted only while open. */
export function Sheet({ open, onClosed, ...sheet }: SheetProps) {
  const { present, leaving } = usePresence(open, onClosed);
  return present ? createPortal(<OpenSheet {...sheet} leaving={leaving} />, document.body) : null;
}

interface OpenSheetProps extends Omit<SheetProps, 'open' | 'onClosed'> {
  readonly leaving: boolean;
}

function OpenSheet({ title, size = 'auto', leaving, inAddress, children, ...parts }: OpenSheetProps) {
  const { t } = useTexts();
  const heading = useId();
  const { onClose: onLeave } = parts;
  const onClose = useAskBeforeLoss(parts);
  const { props, ref } = useModal({ onClose, onLeave, leaving, inAddress: inAddress === true });
  useDragToClose(ref, onClose);
  // What is much comes while the frame rises already. What is as high as its content has to know how high that is.
  const isFilled = useDeferredValue(true, size === 'auto');
  return (
    <dialog
      {...props}
      aria-labelledby={heading}
      className={classes(styles.sheet, styles[size], leaving && styles.leaving)}
      data-leaving={leaving || undefined}
      data-notices-at-top={parts.noticesAtTop || undefined}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          {parts.start}
          <h2 id={heading} tabIndex={-1}>
            {parts.heading ?? breakable(title)}
          </h2>
          {parts.end}
          <IconButton label={t('actions.close')} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
        <div className={classes(styles.body, parts.filled && styles.filled)}>{isFilled && children}</div>
        {isFilled && parts.footer && <div className={styles.foot}>{parts.footer}</div>}
      </div>
    </dialog>
  );
}

/** Closing that asks where it would lose words. */
function useAskBeforeLoss({ onClose, unsaved }: Pick<SheetProps, 'onClose' | 'unsaved'>): () => void {
  const { t } = useTexts();
  if (!unsaved) return onClose;
  return async () => {
    const sure = await confirm({
      title: t('shell.unsavedTitle'),
      text: t('shell.unsavedText'),
      confirmLabel: t('shell.unsavedDiscard'),
      danger: true,
    });
    if (sure) onClose();
  };
}

/** How long something that closes stays, in ms, to be seen leaving; theme/tokens.css moves it in `--quick`. */
const leavingMs = 180;

/** Keeps something mounted while it leaves: `present` while open or leaving, `leaving` only then. */
function usePresence(open: boolean, onGone?: () => void): { present: boolean; leaving: boolean } {
  const [present, setPresent] = useState(open);
  const handleGone = useRef(onGone);
  handleGone.current = onGone;
  useEffect(() => {
    if (open) return setPresent(true);
    const still = prefersReducedMotion();
    const leave = () => {
      setPresent(false);
      handleGone.current?.();
    };
    const timer = setTimeout(leave, still ? 0 : leavingMs);
    return () => clearTimeout(timer);
  }, [open]);
  return { present: open || present, leaving: present && !open };
}
