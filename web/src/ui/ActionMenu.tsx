import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../i18n/language.ts';
import { useWideLayout } from '../theme/media-queries.ts';
import styles from './ActionMenu.module.css';
import { classes } from './classes.ts';
import { useDragToClose } from './drag-to-close.ts';
import { IconButton } from './IconButton.tsx';
import { useModal } from './modal.ts';

export interface Action {
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
}

interface ActionMenuProps {
  /** Names the menu and its button. */
  readonly label: string;
  readonly actions: readonly Action[];
  /** The button's icon; three dots where absent. */
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
}

/** A button that opens a list of actions: a sheet from below on phones, a menu at the button on wide screens. */
export function ActionMenu({ label, actions, icon, className }: ActionMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={className}
      >
        {icon ?? <Ellipsis aria-hidden />}
      </IconButton>
      {open && <OpenActionMenu label={label} actions={actions} onClose={close} anchor={button.current} />}
    </>
  );
}

interface OpenActionMenuProps {
  readonly label: string;
  readonly actions: readonly Action[];
  readonly onClose: () => void;
  /** The button that opened it. */
  readonly anchor: HTMLElement | null;
}

/** How wide a menu is, in px: `--menu`, which grows with the text. */
const menuPx = () =>
  Math.max(240, 12 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

/** Under the button, its end at the button's end; above it, or from its start on, where there is no room. */
function placeAt(anchor: HTMLElement, rows: number) {
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  const height = rows * 48 + 16;
  const below = bottom + height < innerHeight;
  return {
    ...(right < menuPx() + 8 ? { left } : { right: Math.max(8, innerWidth - right) }),
    ...(below ? { top: bottom + 4 } : { bottom: innerHeight - top + 4 }),
  };
}

/** The list of actions itself, for a button that is there before its code is. */
export function OpenActionMenu({ label, actions, onClose, anchor }: OpenActionMenuProps) {
  const { t } = useTexts();
  const wide = useWideLayout();
  const { props, ref } = useModal({ onClose });
  useDragToClose(ref, onClose);
  const place = wide && anchor ? placeAt(anchor, actions.length + 1) : {};
  return createPortal(
    <dialog {...props} aria-label={label} className={styles.menu} style={place}>
      <ul>
        {actions.map((action) => (
          <li key={action.label}>
            <button
              type="button"
              className={classes(styles.action, action.danger && styles.danger)}
              onClick={() => {
                onClose();
                action.onSelect();
              }}
            >
              {action.icon}
              {action.label}
            </button>
          </li>
        ))}
        <li className={styles.cancel}>
          <button type="button" className={styles.action} onClick={onClose}>
            {t('actions.cancel')}
          </button>
        </li>
      </ul>
    </dialog>,
    document.body,
  );
}
