import { type ReactNode, Suspense } from 'react';
import { useTexts } from '../i18n/language.ts';
import { ConfirmSheet } from '../ui/ConfirmDialog.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { usePartErrorTexts } from './Part.tsx';

interface SheetPartProps {
  /** Whether it is open: always, where it is mounted only then. */
  readonly open?: boolean;
  readonly onClose: () => void;
  /** It has closed, and left the screen. */
  readonly onClosed?: (() => void) | undefined;
  readonly children: ReactNode;
}

/**
 * A sheet, menu or viewer whose code comes when it is opened. Where that does not come, a sheet says so in its place, and what it
 * was opened from stays as it is.
 */
export function SheetPart({ children, open = true, onClose, onClosed }: SheetPartProps) {
  return (
    <ErrorBoundary instead={<SheetError open={open} onClose={onClose} onClosed={onClosed} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function SheetError({ open, onClose, onClosed }: Required<Omit<SheetPartProps, 'children'>>) {
  const { t } = useTexts();
  return (
    <ConfirmSheet
      {...usePartErrorTexts()}
      confirmLabel={t('actions.retry')}
      open={open}
      onAnswer={(again) => (again ? location.reload() : onClose())}
      onClosed={onClosed}
    />
  );
}
