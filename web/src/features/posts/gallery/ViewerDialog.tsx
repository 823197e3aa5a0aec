import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import {
  ACTION_CLOSE,
  type ComponentProps,
  createModule,
  LightboxRoot,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  type Plugin,
  useEvents,
} from 'yet-another-react-lightbox';
import { useTexts } from '../../../i18n/language.ts';
import { useModal } from '../../../ui/modal.ts';
import styles from './GalleryViewer.module.css';

interface ViewerDialogProps {
  readonly onClose: () => void;
  readonly onLeave: () => void;
  readonly leaving: boolean;
  readonly children: ReactNode;
}

/** The viewer's frame: a dialog as all others of the app are, with focus, Escape and back. */
export function ViewerDialog({ onClose, onLeave, leaving, children }: ViewerDialogProps) {
  const { t } = useTexts();
  const { props } = useModal({ onClose, onLeave, leaving });
  return createPortal(
    <dialog {...props} aria-label={t('posts.pictures')} className={styles.viewer}>
      {children}
    </dialog>,
    document.body,
  );
}

/** What stands in the frame: the lightbox, which takes the focus and with it the arrow keys. */
function InDialog({ close, children }: ComponentProps) {
  const root = useRef<HTMLDivElement>(null);
  const { subscribe } = useEvents();

  // A pulled picture asks for it.
  useEffect(() => subscribe(ACTION_CLOSE, close), [subscribe, close]);

  useEffect(() => root.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus(), []);

  return (
    <div ref={root} className={styles.root}>
      <LightboxRoot className={styles.root}>{children}</LightboxRoot>
    </div>
  );
}

/** Puts our dialog in the place of the lightbox's own frame. A modal dialog keeps the page still by itself. */
export const inOurDialog: Plugin = ({ replace, remove }) => {
  replace(MODULE_PORTAL, createModule('dialog', InDialog));
  remove(MODULE_NO_SCROLL);
};
