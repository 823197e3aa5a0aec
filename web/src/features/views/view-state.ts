import { limits } from '@duet/contract/limits';
import type { PostType } from '@duet/contract/posts/shapes';

/** The two trackers of product.md §9: the feed's gathers longer than that of posts opened by themselves. */
export type Source = 'feed' | 'general';

export interface QueuedView {
  readonly postId: string;
  readonly postType: PostType;
  readonly source: Source;
}

/** What a device knows of views. Survives the page. */
export interface ViewState {
  /** Whose views these are: the last person who was signed in here; null for a guest. */
  readonly owner: string | null;
  /** Post ids with when they were seen (ms since 1970), the latest last. */
  readonly seen: readonly (readonly [postId: string, at: number])[];
  /** What is still to be sent. */
  readonly queue: readonly QueuedView[];
}

/** More than anybody sees in 8 hours; a bound for what is kept. */
const mostSeen = 2000;

/** Without what is older than the window. */
export function withoutOld(state: ViewState, now: number): ViewState {
  const seen = state.seen.filter(([, at]) => at <= now && now - at < limits.views.windowMs);
  return seen.length === state.seen.length ? state : { ...state, seen };
}

/** With one more view; null where it is none, because the post was seen within the window. */
export function withView(state: ViewState, view: QueuedView, now: number): ViewState | null {
  const current = withoutOld(state, now);
  if (current.seen.some(([postId]) => postId === view.postId)) return null;
  return {
    ...current,
    seen: [...current.seen, [view.postId, now] as const].slice(-mostSeen),
    queue: [...current.queue, view],
  };
}

/** Takes the first queued views that `wanted` picks, at most so many. */
export function take(
  state: ViewState,
  most: number,
  wanted: (view: QueuedView) => boolean = () => true,
): [taken: QueuedView[], rest: ViewState] {
  const taken = state.queue.filter(wanted).slice(0, most);
  return [taken, { ...state, queue: state.queue.filter((view) => !taken.includes(view)) }];
}

/** The views of the person who is here now. Another person than before has seen nothing yet; a guest may be anybody. */
export function ownedBy(state: ViewState, person: string | null): ViewState {
  if (person === null || person === state.owner) return state;
  return { ...state, owner: person, seen: state.owner === null ? state.seen : [] };
}

/** What was kept, whatever somebody made of it. */
export function readState(kept: unknown): ViewState {
  const { owner, seen, queue } = (kept ?? {}) as Partial<Record<keyof ViewState, unknown>>;
  return {
    owner: typeof owner === 'string' ? owner : null,
    seen: Array.isArray(seen) ? seen.filter(isSeen) : [],
    queue: Array.isArray(queue) ? queue.filter(isQueued) : [],
  };
}

const isSeen = (entry: unknown): entry is readonly [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';

const isQueued = (entry: unknown): entry is QueuedView => {
  const { postId, postType, source } = (entry ?? {}) as Partial<QueuedView>;
  return (
    typeof postId === 'string' &&
    (postType === 'richText' || postType === 'gallery' || postType === 'video') &&
    (source === 'feed' || source === 'general')
  );
};
