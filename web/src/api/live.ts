import type { EventData, EventName } from '@duet/contract/events/shapes';
import { eventsPath } from '@duet/contract/events/stream';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { bearer } from './bearer.ts';
import { mediaAddress, read } from './client.ts';
import { connection, onReconnect } from './connection.ts';

/** A stream that lasted this long was a good one: the next try after it is a first one, in ms. */
const goodForMs = 10_000;
/** The server sends something every 10 s; a stream that is silent for longer is dead, whatever the browser thinks. */
const silentForMs = 25_000;
/** A hidden tab closes its stream after this time, in ms: a browser has only a few connections to one server. */
const hiddenForMs = 30_000;

const pauses = { firstMs: 500, mostMs: 10_000 } as const;

/**
 * The pause before the next try, in ms: longer with each failure, and never the same for all, so that a server that
 * comes back is not asked by everybody at once. `random` is at least 0 and less than 1.
 */
export function pauseAfter(failures: number, random: number, retryAfterSeconds?: number): number {
  const pause = Math.min(pauses.firstMs * 2 ** failures, pauses.mostMs);
  return Math.max(pause * (0.5 + random), (retryAfterSeconds ?? 0) * 1000 * (1 + random));
}

/** Opens the stream, after the last event that is known. */
type Connect = (lastEventId: string | null, signal: AbortSignal) => Promise<Response>;

type EventListener<N extends EventName> = (data: EventData<N>) => void;

/**
 * The event stream, open while somebody is signed in and the page is visible. It reconnects by itself and receives what was
 * missed meanwhile, or `resync` where everything has to be fetched again. It only makes updates faster: its listeners go on
 * polling now and then.
 */
export class Live {
  readonly #connect: Connect;
  readonly #listeners = new Map<EventName, Set<EventListener<EventName>>>();
  readonly #beginListeners = new Set<() => void>();
  #person: string | null = null;
  #visible = false;
  #lastEventId: string | null = null;
  #failures = 0;
  #connection: AbortController | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #hide: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #receivedAt = 0;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /** Calls `listener` for each event of a name, until the answered function is called. */
  on<N extends EventName>(name: N, listener: EventListener<N>): () => void {
    const all = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, all.add(listener as EventListener<EventName>));
    return () => all.delete(listener as EventListener<EventName>);
  }

  /** Calls `listener` when the first stream of a person begins: what was asked for before may lack what came until then. */
  onBegin(listener: () => void): void {
    this.#beginListeners.add(listener);
  }

  /** Who is signed in now, or nobody. */
  follow(person: string | null): void {
    if (person === this.#person) return;
    this.#person = person;
    this.#lastEventId = null;
    this.#failures = 0;
    this.#drop();
    this.#open();
  }

  /** Whether somebody sees the page from now on. */
  show(visible: boolean): void {
    this.#visible = visible;
    clearTimeout(this.#hide);
    if (visible) this.wake();
    else this.#hide = setTimeout(() => this.#drop(), hiddenForMs);
  }

  /** Reconnects now: the network is back, or the page is visible again. */
  wake(): void {
    if (this.#connection && Date.now() - this.#receivedAt > silentForMs) this.#drop();
    if (!this.#connection) this.#open();
  }

  /** Closes the connection, as for a page that is put into the back/forward cache. */
  rest(): void {
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    this.#connection?.abort();
    this.#connection = null;
  }

  #open(): void {
    clearTimeout(this.#retry);
    if (this.#person === null || !this.#visible || this.#connection) return;
    const controller = new AbortController();
    this.#connection = controller;
    void this.#run(controller);
  }

  async #run(controller: AbortController): Promise<void> {
    const began = Date.now();
    let retryAfter: number | undefined;
    try {
      this.#watchSilence(controller);
      const response = await this.#connect(this.#lastEventId, controller.signal);
      if (response.ok && response.body) await this.#read(response.body, controller);
      else retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10) || undefined;
    } catch {
      // The connection was cut; the next try follows after the pause.
    }
    if (this.#connection !== controller) return;
    this.#drop();
    this.#failures = Date.now() - began >= goodForMs ? 0 : this.#failures + 1;
    const pause = pauseAfter(this.#failures, Math.random(), retryAfter);
    this.#retry = setTimeout(() => this.#open(), pause);
  }

  async #read(body: ReadableStream<Uint8Array>, controller: AbortController): Promise<void> {
    const parser = createParser({ onEvent: (event) => this.#emit(event, controller) });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        this.#watchSilence(controller);
        parser.feed(decoder.decode(part.value, { stream: true }));
      }
    } finally {
      reader.releaseLock();
    }
  }

  /** Something was received; the next has to follow in time. */
  #watchSilence(controller: AbortController): void {
    this.#receivedAt = Date.now();
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => controller.abort(), silentForMs);
  }

  #emit({ event, id, data }: EventSourceMessage, controller: AbortController): void {
    if (this.#connection !== controller) return;
    const isFirst = this.#lastEventId === null && this.#failures === 0;
    if (id !== undefined) this.#lastEventId = id;
    // What is shown at the start has just been asked for, unless the stream could not be opened for a while.
    if (event === 'resync' && isFirst) {
      for (const listener of this.#beginListeners) attempt(listener);
      return;
    }
    for (const listener of this.#listeners.get(event as EventName) ?? []) {
      attempt(() => listener(JSON.parse(data)));
    }
  }
}

/** Calls a listener. What it throws is reported, and keeps no other from being called. */
function attempt(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}

/** The token goes in a header, which an `EventSource` cannot send. A dead one is forgotten. */
const connect: Connect = async (lastEventId, signal) => {
  const token = bearer.token();
  const headers = new Headers({ Accept: 'text/event-stream', Authorization: `Bearer ${token}` });
  if (lastEventId !== null) headers.set('Last-Event-ID', lastEventId);
  const asked = fetch(mediaAddress(eventsPath), { headers, signal, cache: 'no-store', credentials: 'omit' });
  // A stream that cannot be opened is often the first sign of a server that is away.
  asked.catch(() => signal.aborted || connection.check());
  const response = await asked;
  if (response.status === 401 && token) bearer.forget(token, await read(response));
  return response;
};

/** The app's one stream. */
export const live = new Live(connect);

/** Connects the stream to the browser's events of page and network. Called once. */
export function followPage(stream: Live): void {
  const look = () => stream.show(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', look);
  addEventListener('online', () => stream.wake());
  onReconnect(() => stream.wake());
  addEventListener('pageshow', look);
  addEventListener('pagehide', () => stream.rest());
  look();
}
