import { Component, type ReactNode } from 'react';
import { t } from '../i18n/language.ts';
import { ErrorState } from './ErrorState.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** Keeps a fault of one part, or a part that did not load, from taking the whole app along. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <ErrorState
        message={t('shell.brokenTitle')}
        detail={t('shell.brokenText')}
        onRetry={() => location.reload()}
      />
    );
  }
}
