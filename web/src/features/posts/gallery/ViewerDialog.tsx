import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
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
import { whenGrown } from './grow.ts';

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
export const dialogPlugin: Plugin = ({ replace, remove }) => {
  replace(MODULE_PORTAL, createModule('dialog', InDialog));
  remove(MODULE_NO_SCROLL);
};

/** What the viewer is put up of, in this order: the picture that was opened stands alone until its tools are there. */
const parts = ['opened', 'frame', 'slide', 'tools', 'neighbours'] as const;
export type HasPart = (part: (typeof parts)[number]) => boolean;

/**
 * Which parts are there. Each waits for the one before to be drawn, and all but the first for the picture to have grown from
 * its tile: together they would keep a slow phone from answering, and from drawing the motion.
 */
export function useParts(): HasPart {
  const [count, setCount] = useState(1);
  useEffect(() => {
    let gone = false;
    if (count < parts.length) void whenGrown().then(() => gone || startTransition(() => setCount(count + 1)));
    return () => {
      gone = true;
    };
  }, [count]);
  return (part) => parts.indexOf(part) < count;
}

/** Whether the lightbox may have its slide. */
export const SlideContext = createContext(false);

const OnceMeasured = ({ children }: ComponentProps) => (useContext(SlideContext) ? children : null);

/**
 * Keeps the lightbox empty where it measures itself: what it renders then, it renders in one go before anything is drawn,
 * however long that takes. Comes after the other plugins, so that it is around what they add.
 */
export const renderInParts: Plugin = ({ addModule }) =>
  addModule(createModule('once-measured', OnceMeasured));
