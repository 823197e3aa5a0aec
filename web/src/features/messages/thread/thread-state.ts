import type { Message, Partner } from '@duet/contract/messages/shapes';
import { type Messages, type ReadMessages, withMessages, withRead } from './messages.ts';

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
  readonly messages: Messages;
  /**
   * The newest message that a page has brought: up to it none is missing between those that are loaded. Between newer
   * ones, which were sent here or told by the stream, some may be.
   */
  readonly completeUpTo: string;
  readonly hasOlder: boolean;
  readonly older: 'idle' | 'loading' | 'failed';
  /** In the order in which they were written and will be sent. */
  readonly unsent: readonly Unsent[];
}

/** A message as the device keeps it. */
export type Kept = Pick<Unsent, 'clientId' | 'text' | 'at' | 'reason'> & { readonly failed: boolean };

/** The newest messages, back to what was loaded before. */
export interface Newest {
  readonly partner: Partner;
  readonly messages: readonly Message[];
  readonly hasOlder: boolean;
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
  /** The partner has read these messages. */
  | { readonly type: 'readByPartner'; readonly read: ReadMessages; readonly at: string }
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

export const initialThreadState: ThreadState = {
  phase: 'loading',
  failure: null,
  partner: null,
  messages: [],
  completeUpTo: '',
  hasOlder: false,
  older: 'idle',
  unsent: [],
};

/** Whether some are missing between what is loaded and the newest messages. */
export const isGapBefore = (state: ThreadState, messages: readonly Message[]): boolean =>
  state.phase === 'open' && (messages[0]?._id ?? '') > state.completeUpTo;

/** A message that came without a page. One that is older than all that is loaded comes with those next to it. */
function withOne(state: ThreadState, message: Message): Messages {
  const [oldest] = state.messages;
  const isOlder = state.hasOlder && oldest !== undefined && message._id < oldest._id;
  return isOlder ? state.messages : withMessages(state.messages, [message]);
}

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

function loaded(state: ThreadState, { partner, messages, hasOlder }: Newest): ThreadState {
  const completeUpTo = messages.at(-1)?._id ?? state.completeUpTo;
  const isOpen = state.phase === 'open';
  // What was sent before anything was loaded may stand far before the newest page: it comes with those next to it.
  const kept = isOpen ? state.messages : state.messages.filter(({ _id }) => _id > completeUpTo);
  const all = withMessages(kept, messages);
  return {
    ...state,
    phase: 'open',
    failure: null,
    partner,
    messages: all,
    completeUpTo,
    // What lies before the oldest message does not change; the answer tells of it where it reaches back to it.
    hasOlder: all[0] === undefined || messages[0]?._id === all[0]._id ? hasOlder : state.hasOlder,
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
      const messages = withMessages(state.messages, event.messages);
      return { ...state, older: 'idle', messages, hasOlder: event.hasOlder };
    }
    case 'olderFailed':
      return { ...state, older: 'failed' };
    case 'arrived':
      // Before anything is loaded there is nothing that it could be put to; loading brings it.
      if (state.phase !== 'open') return state;
      return {
        ...state,
        messages: withOne(state, event.message),
        unsent: arrived(state.unsent, [event.message]),
      };
    case 'readByPartner': {
      const messages = withRead(state.messages, state.partner?.id ?? '', event.read, event.at);
      return messages === state.messages ? state : { ...state, messages };
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
        messages: withOne(state, event.message),
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
