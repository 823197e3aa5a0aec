import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
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
 * pressed nor read out.
 */
export function ToastRegion() {
  const { t } = useTexts();
  const toasts = useToasts();
  const dialog = useTopDialog();
  const container = dialog ?? document.body;
  const region = useRef<HTMLDivElement>(null);
  const any = toasts.length > 0;
  useEffect(() => {
    if (any && container.isConnected) region.current?.showPopover?.();
  }, [any, container]);
  if (!any) return null;
  return createPortal(
    <div ref={region} popover="manual" className={styles.region}>
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
