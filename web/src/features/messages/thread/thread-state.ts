import type { Message, Partner } from '@duet/contract/messages/shapes';
import { type Chunk, oldestIn, withMessages, withRead } from './chunks.ts';

/** A message that the server does not have yet, as far as this device knows. */
export interface Unsent {
  readonly clientId: string;
  readonly text: string;
  /** When it was written, ISO 8601. */
  readonly at: string;
  /** `held`: it waits for a network and goes by itself; `failed`: the person decides. */
  readonly state: 'waiting' | 'sending' | 'held' | 'failed';
  /** Why it failed, where the server said so. */
  readonly reason: string | null;
  /** It has waited for a network before, or longer than a page: what may pass does not make it fail. */
  readonly patient: boolean;
}

export interface ThreadState {
  /** `failed`, and `offline` where the reason is that there is no network, only while nothing could be shown at all. */
  readonly phase: 'loading' | 'failed' | 'offline' | 'open';
  readonly failure: string | null;
  readonly partner: Partner | null;
  readonly chunks: readonly Chunk[];
  /** Up to this message nothing is missing between what is loaded. */
  readonly joinedUpTo: string;
  readonly hasOlder: boolean;
  readonly older: 'idle' | 'loading' | 'failed';
  /** In the order in which they were written and will be sent. */
  readonly unsent: readonly Unsent[];
}

/** A message as the device keeps it. */
export type Kept = Pick<Unsent, 'clientId' | 'text' | 'at' | 'reason'> & { readonly failed: boolean };

/** The newest messages, one page or as many as it took to meet what was loaded before. */
export interface Newest {
  readonly partner: Partner;
  readonly messages: readonly Message[];
  readonly hasOlder: boolean;
  /** Whether they meet what is loaded; otherwise they take its place. */
  readonly joined: boolean;
}

export type ThreadEvent =
  | { readonly type: 'loading' }
  | { readonly type: 'loaded'; readonly newest: Newest }
  | { readonly type: 'loadFailed'; readonly reason: string; readonly offline: boolean }
  | { readonly type: 'olderLoading' }
  | { readonly type: 'olderLoaded'; readonly messages: readonly Message[]; readonly hasOlder: boolean }
  | { readonly type: 'olderFailed' }
  /** Told by the server as soon as it was there; what came before it may be missing. */
  | { readonly type: 'arrived'; readonly message: Message }
  /** The partner has read everything up to a message. */
  | { readonly type: 'readByPartner'; readonly upToId: string; readonly at: string }
  /** What all tabs of this device keep, oldest first. */
  | { readonly type: 'kept'; readonly kept: readonly Kept[]; readonly adopts: boolean }
  | { readonly type: 'written'; readonly clientId: string; readonly text: string; readonly at: string }
  | { readonly type: 'sending'; readonly clientId: string }
  | { readonly type: 'sent'; readonly clientId: string; readonly message: Message }
  | { readonly type: 'sendFailed'; readonly clientId: string; readonly reason: string | null }
  /** There is no network, or what is in the way will pass. */
  | { readonly type: 'held' }
  /** The network may be back. */
  | { readonly type: 'resumed' }
  | { readonly type: 'triedAgain' }
  | { readonly type: 'discarded'; readonly clientId: string };

export const unopened: ThreadState = {
  phase: 'loading',
  failure: null,
  partner: null,
  chunks: [],
  joinedUpTo: '',
  hasOlder: false,
  older: 'idle',
  unsent: [],
};

/** Whether the newest messages overlap what is loaded without a gap. */
export const meets = (state: ThreadState, messages: readonly Message[]): boolean =>
  (messages[0]?._id ?? '') <= state.joinedUpTo;

const waiting = (unsent: readonly Unsent[]): Unsent[] =>
  unsent.map((one) =>
    one.state === 'failed' || one.state === 'held' ? { ...one, state: 'waiting', reason: null } : one,
  );

/**
 * What is unsent where other tabs keep, send and discard as well: what is not kept any more is gone, unless its call is
 * under way here; what another tab has added is taken up where this one `adopts`.
 */
function shared(unsent: readonly Unsent[], kept: readonly Kept[], adopts: boolean): readonly Unsent[] {
  const known = new Map(unsent.map((one) => [one.clientId, one]));
  const names = new Set(kept.map(({ clientId }) => clientId));
  const next = kept.flatMap(({ failed, ...message }): Unsent[] => {
    const one = known.get(message.clientId);
    if (!one) return adopts ? [{ ...message, state: failed ? 'failed' : 'held', patient: true }] : [];
    if (one.state === 'sending' || failed === (one.state === 'failed')) return [one];
    return [{ ...one, state: failed ? 'failed' : 'held', reason: message.reason }];
  });
  const sending = unsent.filter(({ clientId, state }) => state === 'sending' && !names.has(clientId));
  const all = [...sending, ...next];
  return all.length === unsent.length && all.every((one, index) => one === unsent[index]) ? unsent : all;
}

const without = (unsent: readonly Unsent[], clientId: string): Unsent[] =>
  unsent.filter((one) => one.clientId !== clientId);

/** What came back from the server is no longer unsent, whichever tab or call has brought it there. */
function arrived(unsent: readonly Unsent[], messages: readonly Message[]): readonly Unsent[] {
  const ids = new Set(messages.map(({ clientId }) => clientId));
  return unsent.some(({ clientId }) => ids.has(clientId))
    ? unsent.filter(({ clientId }) => !ids.has(clientId))
    : unsent;
}

function loaded(state: ThreadState, { partner, messages, hasOlder, joined }: Newest): ThreadState {
  const upTo = messages.at(-1)?._id ?? state.joinedUpTo;
  // What was sent while the call was under way stays, whatever becomes of the rest.
  const newer = (state.chunks.at(-1) ?? []).filter(({ _id }) => _id > upTo);
  const kept = joined ? state.chunks : newer.length > 0 ? [newer] : [];
  const begins = state.phase !== 'open' || !joined;
  return {
    ...state,
    phase: 'open',
    failure: null,
    partner,
    chunks: withMessages(kept, messages),
    joinedUpTo: upTo,
    // What lies before the oldest message does not change; only a thread that begins asks.
    hasOlder: begins ? hasOlder : state.hasOlder,
    older: begins ? 'idle' : state.older,
    unsent: arrived(state.unsent, messages),
  };
}

/** The states of a conversation on this device, and what leads from one to the next. */
export function nextThread(state: ThreadState, event: ThreadEvent): ThreadState {
  switch (event.type) {
    case 'loading':
      return state.phase === 'open' ? state : { ...state, phase: 'loading', failure: null };
    case 'loaded':
      return loaded(state, event.newest);
    case 'loadFailed':
      // What is shown stays; the next refresh will tell.
      if (state.phase === 'open' || (state.phase === 'offline' && event.offline)) return state;
      return { ...state, phase: event.offline ? 'offline' : 'failed', failure: event.reason };
    case 'olderLoading':
      return { ...state, older: 'loading' };
    case 'olderLoaded': {
      // The thread has begun anew meanwhile: between these and what it shows now others would be missing.
      if (state.older !== 'loading') return state;
      const chunks = withMessages(state.chunks, event.messages);
      return { ...state, older: 'idle', chunks, hasOlder: event.hasOlder };
    }
    case 'olderFailed':
      return { ...state, older: 'failed' };
    case 'arrived':
      // Before anything is loaded there is nothing that it could be put to; loading brings it.
      if (state.phase !== 'open') return state;
      return {
        ...state,
        chunks: withMessages(state.chunks, [event.message]),
        unsent: arrived(state.unsent, [event.message]),
      };
    case 'readByPartner': {
      const chunks = withRead(state.chunks, state.partner?.id ?? '', event.upToId, event.at);
      return chunks === state.chunks ? state : { ...state, chunks };
    }
    case 'kept': {
      const unsent = shared(state.unsent, event.kept, event.adopts);
      return unsent === state.unsent ? state : { ...state, unsent };
    }
    case 'written': {
      const { clientId, text, at } = event;
      // What failed before goes first, so that the order stays.
      return {
        ...state,
        unsent: [
          ...waiting(state.unsent),
          { clientId, text, at, state: 'waiting', reason: null, patient: false },
        ],
      };
    }
    case 'sending':
      return {
        ...state,
        unsent: state.unsent.map((one) =>
          one.clientId === event.clientId ? { ...one, state: 'sending' } : one,
        ),
      };
    case 'sent':
      return {
        ...state,
        unsent: without(state.unsent, event.clientId),
        chunks: withMessages(state.chunks, [event.message]),
      };
    case 'sendFailed':
      // It has arrived all the same, or was thrown away: nothing has failed.
      if (!state.unsent.some(({ clientId }) => clientId === event.clientId)) return state;
      // Those behind it would overtake it: they wait for another try as well.
      return {
        ...state,
        unsent: state.unsent.map((one) => ({
          ...one,
          state: 'failed',
          reason: one.clientId === event.clientId ? event.reason : null,
        })),
      };
    case 'held':
      return {
        ...state,
        unsent: state.unsent.map((one) => ({ ...one, state: 'held', reason: null, patient: true })),
      };
    case 'resumed':
      if (!state.unsent.some((one) => one.state === 'held')) return state;
      return {
        ...state,
        unsent: state.unsent.map((one) => (one.state === 'held' ? { ...one, state: 'waiting' } : one)),
      };
    case 'triedAgain':
      return { ...state, unsent: waiting(state.unsent) };
    case 'discarded':
      return { ...state, unsent: without(state.unsent, event.clientId) };
  }
}

/** The message to send next, or undefined. One at a time: they arrive in the order in which they were written. */
export function nextToSend({ unsent }: ThreadState): Unsent | undefined {
  const [first] = unsent;
  return first?.state === 'waiting' ? first : undefined;
}

/** Whether a page of older messages brings something that is not there yet. */
export const isOlder = (state: ThreadState, messages: readonly Message[]): boolean =>
  messages.some(({ _id }) => _id < (oldestIn(state.chunks)?._id ?? ''));
