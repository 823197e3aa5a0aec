import { limits } from '@duet/contract/limits';
import type { PostType } from '@duet/contract/posts/shapes';
import {
  ownedBy,
  type QueuedView,
  readState,
  type Source,
  take,
  type ViewState,
  withoutOld,
  withView,
} from './view-state.ts';

/** Who is here: admins' views are not tracked. */
interface Viewer {
  readonly id: string;
  readonly username: string;
  readonly isAdmin: boolean;
}

export interface TrackerDependencies {
  readonly now: () => number;
  /** Null for a guest. */
  readonly viewer: () => Viewer | null;
  /** Sends one batch; rejects where it may be worth another try. `leaving`: the page is going away. */
  readonly send: (views: readonly QueuedView[], leaving: boolean) => Promise<void>;
  readonly kept: { get(): unknown; set(state: ViewState): void };
}

/** product.md §3, View-tracking debug. */
export interface ViewDebug {
  readonly queueSize: number;
  readonly isProcessing: boolean;
  readonly cacheSize: number;
  readonly queuedPosts: readonly QueuedView[];
  readonly recentViews: readonly { readonly postId: string; readonly at: number }[];
  readonly isAdminUser: boolean;
  readonly currentUser: string | null;
}

/** How long a batch that could not be sent waits. */
const tryAgainMs = 30_000;

/**
 * Gathers what somebody sees and sends it in batches: the feed's after 8 s or 20 posts, others after 2 s or 10. Nothing
 * is sent for an admin; what was queued before they signed in waits.
 */
export class ViewTracker {
  readonly #dependencies: TrackerDependencies;
  readonly #timers = new Map<Source, ReturnType<typeof setTimeout>>();
  #state: ViewState;
  #sending = 0;

  constructor(dependencies: TrackerDependencies) {
    this.#dependencies = dependencies;
    this.#state = withoutOld(readState(dependencies.kept.get()), dependencies.now());
    this.#schedule();
  }

  /** Somebody has seen a post. */
  track(postId: string, postType: PostType, source: Source): void {
    if (this.#queue({ postId, postType, source })) this.#schedule();
  }

  /** Somebody plays a video: that is a view at once, without waiting for the batch. */
  trackNow(postId: string, postType: PostType): void {
    this.#queue({ postId, postType, source: 'general' });
    if (!this.#dependencies.viewer()?.isAdmin) this.#send(1, false, (view) => view.postId === postId);
  }

  /** Sends all that waits, whoever is here. */
  sendAll(leaving = false): void {
    const most = limits.views.feed.maxBatch;
    while (this.#state.queue.length > 0) this.#send(most, leaving);
    this.#schedule();
  }

  /** The page is going away, or at least out of the viewport. */
  leave(): void {
    if (!this.#dependencies.viewer()?.isAdmin) this.sendAll(true);
  }

  /** Somebody signed in or out. */
  viewerChanged(): void {
    this.#become(ownedBy(this.#state, this.#dependencies.viewer()?.id ?? null));
    this.#schedule();
  }

  forgetOld(): void {
    this.#become(withoutOld(this.#state, this.#dependencies.now()));
  }

  debug(): ViewDebug {
    const { seen, queue } = this.#state;
    const viewer = this.#dependencies.viewer();
    const most = limits.views.debugEntries;
    return {
      queueSize: queue.length,
      isProcessing: this.#sending > 0,
      cacheSize: seen.length,
      queuedPosts: queue.slice(0, most),
      recentViews: seen
        .slice(-most)
        .reverse()
        .map(([postId, at]) => ({ postId, at })),
      isAdminUser: viewer?.isAdmin ?? false,
      currentUser: viewer?.username ?? null,
    };
  }

  #become(state: ViewState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#dependencies.kept.set(state);
  }

  /** Answers whether it is one more view. */
  #queue(view: QueuedView): boolean {
    if (this.#dependencies.viewer()?.isAdmin) return false;
    const next = withView(this.#state, view, this.#dependencies.now());
    if (next) this.#become(next);
    return next !== null;
  }

  /** A full batch goes at once, one that has begun after its delay. */
  #schedule(delayMs?: number): void {
    for (const source of ['feed', 'general'] as const) {
      const { maxBatch, delayMs: usualMs } = limits.views[source];
      const waiting = this.#state.queue.filter((view) => view.source === source).length;
      if (waiting === 0 || this.#dependencies.viewer()?.isAdmin) {
        clearTimeout(this.#timers.get(source));
        this.#timers.delete(source);
      } else if (waiting >= maxBatch && delayMs === undefined) {
        this.#sendBatch(source);
      } else if (!this.#timers.has(source)) {
        this.#timers.set(
          source,
          setTimeout(() => this.#sendBatch(source), delayMs ?? usualMs),
        );
      }
    }
  }

  #sendBatch(source: Source): void {
    clearTimeout(this.#timers.get(source));
    this.#timers.delete(source);
    if (this.#dependencies.viewer()?.isAdmin) return;
    this.#send(limits.views[source].maxBatch, false, (view) => view.source === source);
    this.#schedule();
  }

  #send(most: number, leaving: boolean, wanted?: (view: QueuedView) => boolean): void {
    const [views, rest] = take(this.#state, most, wanted);
    if (views.length === 0) return;
    this.#become(rest);
    this.#sending += 1;
    this.#dependencies
      .send(views, leaving)
      .catch(() => {
        this.#become({ ...this.#state, queue: [...views, ...this.#state.queue] });
        this.#schedule(tryAgainMs);
      })
      .finally(() => {
        this.#sending -= 1;
      });
  }
}
