import { createStore, type ReadableStore, type Store } from '../ui/store.ts';

/** How long to wait before the server is asked again, in ms; the last one from then on. */
const pauses = [1000, 2000, 5000, 10_000, 15_000, 30_000] as const;

/** Asks the server for anything; resolves to whether it answered. Never rejects. */
type Probe = () => Promise<boolean>;

/**
 * Whether the site can be reached. The device's own word (`navigator.onLine`) is not enough: a server may be away while
 * there is a network. A call without an answer therefore asks once more with a probe, and only where that fails too the
 * connection counts as lost; from then on it is probed until an answer comes.
 */
export class ConnectionMonitor {
  readonly #deviceIsOnline: () => boolean;
  #probe: Probe | null = null;
  readonly #connected: Store<boolean>;
  #suspected = false;
  #checking: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(deviceIsOnline: () => boolean) {
    this.#deviceIsOnline = deviceIsOnline;
    this.#connected = createStore(deviceIsOnline());
  }

  readonly isConnected = (): boolean => this.#connected.get();

  get connected(): ReadableStore<boolean> {
    return this.#connected;
  }

  /** From now on the server can be asked. What failed, or what the device lost, before that is looked at at once. */
  start(probe: Probe): void {
    this.#probe = probe;
    if (this.#suspected || !this.isConnected() || !this.#deviceIsOnline()) void this.check();
  }

  /** A call got no answer, or something speaks for a change: resolves to whether the site can be reached now. */
  check(): Promise<boolean> {
    if (!this.#deviceIsOnline()) return Promise.resolve(this.#become(false));
    if (!this.#probe) {
      this.#suspected = true;
      return Promise.resolve(this.isConnected());
    }
    this.#checking ??= this.#ask(this.#probe).finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** The server has answered a call. That may have been on its way when the device lost its network. */
  reached(): void {
    if (!this.isConnected() && this.#deviceIsOnline()) this.#become(true);
  }

  async #ask(probe: Probe): Promise<boolean> {
    clearTimeout(this.#timer);
    const answered = await probe();
    if (!answered && this.#deviceIsOnline()) {
      const pause = pauses[Math.min(this.#failures, pauses.length - 1)];
      this.#failures += 1;
      this.#timer = setTimeout(() => void this.check(), pause);
    }
    return this.#become(answered && this.#deviceIsOnline());
  }

  #become(connected: boolean): boolean {
    if (connected) {
      this.#failures = 0;
      clearTimeout(this.#timer);
    }
    this.#connected.set(connected);
    return connected;
  }
}

/** The app's one monitor. Unit tests run without a navigator. */
export const connection = new ConnectionMonitor(() => globalThis.navigator?.onLine !== false);

/** Calls the listener each time the site can be reached again; returns a function that ends it. */
export function onReconnect(listener: () => void): () => void {
  return connection.connected.subscribe(() => {
    if (connection.isConnected()) listener();
  });
}

/** Follows what the browser says of network and page. Called once, with what asks the server. */
export function followConnection(probe: Probe): void {
  const check = () => void connection.check();
  addEventListener('online', check);
  addEventListener('offline', check);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !connection.isConnected()) check();
  });
  connection.start(probe);
}
