import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { useTexts } from '../i18n/language.ts';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { useTopDialog } from './modal.ts';
import styles from './ToastRegion.module.css';
import { type ToastColor, toast, useToasts } from './toast.ts';

const icons = { success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } satisfies Record<
  ToastColor,
  unknown
>;

/**
 * Where toasts appear: above everything, and inside the topmost dialog, because what is outside of it can neither be
 * pressed nor read out. At the foot, or at the top where they would cover there what one writes in.
 */
export function ToastRegion() {
  const { t } = useTexts();
  const toasts = useToasts();
  const dialog = useTopDialog();
  const container = dialog ?? document.body;
  const region = useRef<HTMLDivElement>(null);
  const any = toasts.length > 0;
  const [atTop, setAtTop] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast makes the region higher
  useLayoutEffect(() => {
    const shown = region.current;
    if (!shown || !container.isConnected) return setAtTop(false);
    // A browser without popovers does not know the selector either.
    if ('popover' in shown && !shown.matches(':popover-open')) shown.showPopover();
    if (coversWriting(shown)) setAtTop(true);
  }, [toasts, container]);
  if (!any) return null;
  return createPortal(
    <div ref={region} popover="manual" className={classes(styles.region, atTop && styles.atTop)}>
      {toasts.map(({ id, text, color, link }) => {
        const Icon = icons[color];
        return (
          <div
            key={id}
            className={classes('toast', `toast-${color}`, styles.toast, styles[color])}
            data-color={color}
            role={color === 'success' ? 'status' : 'alert'}
          >
            <Icon size={20} aria-hidden />
            <p>{text}</p>
            {link && (
              <Link to={link.to} className={styles.link} onClick={() => toast.dismiss(id)}>
                {link.label}
              </Link>
            )}
            <IconButton label={t('actions.close')} onClick={() => toast.dismiss(id)}>
              <X size={18} aria-hidden />
            </IconButton>
          </div>
        );
      })}
    </div>,
    container,
  );
}

/** Whether it lies over what one writes in (`data-writing`). */
function coversWriting(region: HTMLElement): boolean {
  const written = document.activeElement?.closest('[data-writing]')?.getBoundingClientRect();
  const own = region.getBoundingClientRect();
  if (!written) return false;
  // Beside it they may stand at the foot: in a wide window notices keep to the column of the inbox.
  const isBeside = own.right <= written.left || written.right <= own.left;
  return !isBeside && own.top < written.bottom && written.top < own.bottom;
}
