import { useEffect } from 'react';
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

/** The viewer's frame: a dialog as all others of the app are, with focus, Escape and back. */
function ViewerDialog({ close, children }: ComponentProps) {
  const { t } = useTexts();
  const { props, ref } = useModal({ onClose: close });
  const { subscribe } = useEvents();

  // A pulled picture asks for it.
  useEffect(() => subscribe(ACTION_CLOSE, close), [subscribe, close]);

  // What takes the arrow keys has the focus.
  useEffect(() => ref.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus(), [ref]);

  return createPortal(
    <dialog {...props} aria-label={t('posts.pictures')} className={styles.viewer}>
      <LightboxRoot className={styles.root}>{children}</LightboxRoot>
    </dialog>,
    document.body,
  );
}

/** Puts our dialog in the place of the lightbox's own frame. A modal dialog keeps the page still by itself. */
export const inOurDialog: Plugin = ({ replace, remove }) => {
  replace(MODULE_PORTAL, createModule('dialog', ViewerDialog));
  remove(MODULE_NO_SCROLL);
};
