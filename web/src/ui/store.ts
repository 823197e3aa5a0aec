import { useSyncExternalStore } from 'react';

/** Who wants to know of something, and a way to tell them. */
interface Emitter<Event extends readonly unknown[] = []> {
  /** Calls the listener at every event until the returned function is called. */
  readonly subscribe: (listener: (...event: Event) => void) => () => void;
  readonly emit: (...event: Event) => void;
}

export function createEmitter<Event extends readonly unknown[] = []>(): Emitter<Event> {
  const listeners = new Set<(...event: Event) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(...event) {
      for (const listener of listeners) listener(...event);
    },
  };
}

/** A value outside of React that components follow with `useStore`. */
export interface ReadableStore<State> {
  readonly get: () => State;
  /** Calls the listener after every change until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<State> extends ReadableStore<State> {
  /** Replaces the state; the same one (`Object.is`) changes nothing. */
  readonly set: (next: State) => void;
}

/** A state that is never edited, only replaced. */
export function createStore<State>(initial: State): Store<State> {
  const { subscribe, emit } = createEmitter();
  let state = initial;
  return {
    get: () => state,
    set(next) {
      if (Object.is(state, next)) return;
      state = next;
      emit();
    },
    subscribe,
  };
}

/** The state of a store, or what is selected of it; renders again when that changes. A selection must not be made anew at every call. */
export function useStore<State>(store: ReadableStore<State>): State;
export function useStore<State, Selected>(
  store: ReadableStore<State>,
  select: (state: State) => Selected,
): Selected;
export function useStore<State>(
  { get, subscribe }: ReadableStore<State>,
  select?: (state: State) => unknown,
): unknown {
  return useSyncExternalStore(subscribe, () => (select ? select(get()) : get()));
}
