import type { DirectoryUsage, MediaCleanup, MediaDirectory } from '@duet/contract/cleanup/shapes';

/** What the modal shows: how full the folders are, and the orphans in them. */
export interface MediaView extends MediaCleanup {
  readonly directories: Readonly<Partial<Record<MediaDirectory, DirectoryUsage>>>;
}

/** product.md §4, Media cleanup modal. `view` is null where loading failed. */
export type MediaState =
  | { readonly step: 'loading' }
  | { readonly step: 'preview'; readonly view: MediaView | null; readonly fault: string | null }
  | { readonly step: 'executing'; readonly view: MediaView }
  /** `fault`: why it stopped before its end, after it had removed something. */
  | { readonly step: 'complete'; readonly view: MediaView; readonly fault: string | null };

export type MediaEvent =
  | { readonly type: 'load' }
  | { readonly type: 'loaded'; readonly view: MediaView }
  | { readonly type: 'loadFailed'; readonly fault: string }
  | { readonly type: 'execute' }
  | { readonly type: 'executed'; readonly result: MediaCleanup; readonly fault: string | null }
  | { readonly type: 'executeFailed'; readonly fault: string };

export const firstMediaState: MediaState = { step: 'loading' };

/** The next state; what does not fit the present one changes nothing. */
export function nextMediaState(state: MediaState, event: MediaEvent): MediaState {
  switch (event.type) {
    case 'load':
      return state.step === 'executing' ? state : { step: 'loading' };
    case 'loaded':
      return state.step === 'loading' ? { step: 'preview', view: event.view, fault: null } : state;
    case 'loadFailed':
      return state.step === 'loading' ? { step: 'preview', view: null, fault: event.fault } : state;
    case 'execute':
      return state.step === 'preview' && state.view ? { step: 'executing', view: state.view } : state;
    case 'executed':
      return state.step === 'executing'
        ? { step: 'complete', view: { ...state.view, ...event.result }, fault: event.fault }
        : state;
    case 'executeFailed':
      return state.step === 'executing' ? { step: 'preview', view: state.view, fault: event.fault } : state;
  }
}
