import type { DraftCleanup, DraftEntry, DraftSummary } from '@duet/contract/posts/draft-list';

/** A draft with the beginning of its words. */
export interface ShownDraft extends Omit<DraftEntry, 'created_at'> {
  readonly created_at: string | null | undefined;
  readonly preview: string;
}

export interface DraftView extends Omit<DraftSummary, 'drafts'> {
  readonly drafts: readonly ShownDraft[];
}

export type Deletion = 'old' | 'all';

/** product.md §4, Draft cleanup modal. `view` is null where loading failed or the server had nothing to say. */
export type DraftState =
  | { readonly step: 'loading' }
  | { readonly step: 'preview'; readonly view: DraftView | null; readonly fault: string | null }
  | { readonly step: 'executing'; readonly view: DraftView; readonly which: Deletion }
  | { readonly step: 'complete'; readonly result: DraftCleanup };

export type DraftEvent =
  | { readonly type: 'load' }
  | { readonly type: 'loaded'; readonly view: DraftView | null }
  | { readonly type: 'loadFailed'; readonly fault: string }
  | { readonly type: 'execute'; readonly which: Deletion }
  | { readonly type: 'executed'; readonly result: DraftCleanup }
  | { readonly type: 'executeFailed'; readonly fault: string };

export const firstDraftState: DraftState = { step: 'loading' };

/** The next state; what does not fit the present one changes nothing. */
export function nextDraftState(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case 'load':
      return state.step === 'executing' ? state : { step: 'loading' };
    case 'loaded':
      return state.step === 'loading' ? { step: 'preview', view: event.view, fault: null } : state;
    case 'loadFailed':
      return state.step === 'loading' ? { step: 'preview', view: null, fault: event.fault } : state;
    case 'execute':
      return state.step === 'preview' && state.view
        ? { step: 'executing', view: state.view, which: event.which }
        : state;
    case 'executed':
      return state.step === 'executing' ? { step: 'complete', result: event.result } : state;
    case 'executeFailed':
      return state.step === 'executing' ? { step: 'preview', view: state.view, fault: event.fault } : state;
  }
}
