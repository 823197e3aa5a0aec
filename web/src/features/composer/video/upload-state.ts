type UploadPhase = 'preparing' | 'uploading' | 'finalizing' | 'complete' | 'failed' | 'cancelled';

/** Why nothing is sent at the moment: the person wants it so, or the line is away. */
type Hold = 'paused' | 'line';

/** How far the upload of a video is (product.md §4, Video upload). */
export interface UploadState {
  readonly phase: UploadPhase;
  /** Percent: 5 when sending begins, 95 when all is sent, 100 when it is done. Never falls. */
  readonly progress: number;
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly hold: Hold | null;
}

export type UploadEvent =
  | { readonly type: 'opened' | 'sent'; readonly sentBytes: number }
  | { readonly type: 'pause' | 'resume' | 'lineLost' | 'allSent' | 'finished' | 'failed' | 'cancelled' };

export const initialUploadState = (totalBytes: number): UploadState => ({
  phase: 'preparing',
  progress: 0,
  sentBytes: 0,
  totalBytes,
  hold: null,
});

const begun = 5;
const allSent = 95;

const over = ({ phase }: UploadState): boolean =>
  phase === 'complete' || phase === 'failed' || phase === 'cancelled';

function sent(state: UploadState, sentBytes: number): UploadState {
  const part = state.totalBytes > 0 ? Math.min(1, sentBytes / state.totalBytes) : 0;
  const progress = Math.max(state.progress, Math.floor(begun + (allSent - begun) * part));
  return { ...state, phase: 'uploading', sentBytes, progress };
}

/** What an event makes of the state. An event that does not fit the phase changes nothing. */
export function next(state: UploadState, event: UploadEvent): UploadState {
  if (over(state)) return state;
  const { phase } = state;
  switch (event.type) {
    case 'opened':
      // Also from finalizing: the server may miss a part.
      return { ...sent(state, event.sentBytes), hold: state.hold === 'paused' ? 'paused' : null };
    case 'sent':
      return phase === 'uploading' ? sent(state, event.sentBytes) : state;
    case 'pause':
      return phase === 'finalizing' ? state : { ...state, hold: 'paused' };
    case 'resume':
      return { ...state, hold: null };
    case 'lineLost':
      return state.hold === 'paused' ? state : { ...state, hold: 'line' };
    case 'allSent':
      return phase === 'uploading'
        ? { ...state, phase: 'finalizing', progress: allSent, sentBytes: state.totalBytes, hold: null }
        : state;
    case 'finished':
      return phase === 'finalizing' ? { ...state, phase: 'complete', progress: 100, hold: null } : state;
    case 'failed':
    case 'cancelled':
      return { ...state, phase: event.type, hold: null };
  }
}

/** Whether something is under way, or waits to go on. */
export const isRunning = (state: UploadState | null): boolean => state !== null && !over(state);
