/** What has happened, as servers notify each other: ids alone. Who needs more looks it up. */
export type Signal =
  | { readonly type: 'message'; readonly id: string; readonly senderId: string; readonly recipientId: string }
  | {
      readonly type: 'read';
      readonly readerId: string;
      readonly senderId: string;
      /** The newest message that was read. */
      readonly upToId: string;
      /** Those of the page that was read, and the one before which all were; an older server does not say. */
      readonly ids?: readonly string[];
      readonly olderThan?: string | null;
      readonly at: number;
    }
  | { readonly type: 'post'; readonly id: string }
  /** What the admins' activity shows or counts has changed, for all of them or for one. */
  | { readonly type: 'activity'; readonly adminId?: string }
  /** Somebody is called otherwise. */
  | { readonly type: 'person'; readonly id: string }
  /** Settings of the site have changed. */
  | { readonly type: 'site' }
  /** Sessions of this person may have ended. */
  | { readonly type: 'sessions'; readonly userId: string };

export interface Listener {
  /** Called for one signal after the other. */
  signal(signal: Signal): void;
  /** Signals of other servers may be lost: those that came so far are not all. */
  gap(): void;
}

/**
 * Carries signals to all servers of the site. Publish in `tx.afterCommit`, so that none comes before its
 * transaction or outlives it. What gets lost on the way costs time, not truth: clients ask again by themselves.
 */
export interface Realtime extends AsyncDisposable {
  publish(signal: Signal): void;
  /** Answers the way to stop listening. */
  subscribe(listener: Listener): () => void;
}
