import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What stands in its place then; given what tries it again. */
  readonly instead: ReactNode | ((retry: () => void) => ReactNode);
  /** What the part shows: where that becomes another, it is tried again by itself. */
  readonly of?: unknown;
}

/** Keeps a fault of one part, or a part that did not load, from taking the whole app along. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidUpdate({ of }: ErrorBoundaryProps, { broken }: { broken: boolean }) {
    if (broken && of !== this.props.of) this.retry();
  }

  private readonly retry = () => this.setState({ broken: false });

  override render() {
    const { children, instead } = this.props;
    if (!this.state.broken) return children;
    return typeof instead === 'function' ? instead(this.retry) : instead;
  }
}
