import { limits } from '@duet/contract/limits';
import type { Message } from '@duet/contract/messages/shapes';
import { storedText } from '@duet/contract/plain-text';
import { newClientId } from '../../../device/outbox.ts';
import { createStore, type ReadableStore } from '../../../ui/store.ts';
import type { MessageApi, ThreadPage } from '../message-api.ts';
import { Refresher } from '../refresh/refresher.ts';
import type { ReadMessages } from './messages.ts';
import type { MessageOutbox } from './outbox.ts';
import {
  initialThreadState,
  isGapBefore,
  type Newest,
  nextThread,
  nextToSend,
  type ThreadEvent,
  type ThreadState,
  type Unsent,
} from './thread-state.ts';

interface ThreadDependencies {
  readonly api: MessageApi;
  readonly outbox: MessageOutbox;
  /** The sentence of a failure: the server's, else null. */
  readonly reasonOf: (error: unknown) => string | null;
  /** The sentence where nothing could be loaded. */
  readonly loadFailed: (error: unknown) => string;
  readonly isOffline: (error: unknown) => boolean;
  /** Whether another try may end better without anybody's doing. */
  readonly isTransient: (error: unknown) => boolean;
  /** The newest page was read: nothing in this thread waits any more. */
  readonly onRead: (page: ThreadPage) => void;
  readonly onSent: (message: Message) => void;
  readonly onSendFailed: () => void;
}

/**
 * A conversation with one person: holds its state, makes its calls, and goes on sending when nobody looks. Messages
 * are sent one at a time; each is on the device before it is sent and until the server has it. What is written without a
 * network is held until `resume`; what fails otherwise waits for the person's word.
 */
export class ThreadStore implements ReadableStore<ThreadState> {
  readonly partnerId: string;
  readonly refresher = new Refresher(() => this.#refresh());
  readonly #dependencies: ThreadDependencies;
  readonly #state = createStore(initialThreadState);
  #isSending = false;
  #sending = Promise.resolve();
  #ended = false;

  constructor(partnerId: string, dependencies: ThreadDependencies) {
    this.partnerId = partnerId;
    this.#dependencies = dependencies;
    void this.resume();
  }

  readonly get = (): ThreadState => this.#state.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** Nothing is sent any more: another person uses this device now. */
  end(): void {
    this.#ended = true;
    this.refresher.show(false);
  }

  /** Tries to load again what could not be loaded at all. */
  reload(): void {
    this.#change({ type: 'loading' });
    void this.refresher.ask();
  }

  /** Sends what was typed; an empty message is none. */
  write(typed: string): void {
    const text = storedText(typed);
    if (text === '') return;
    const message = { clientId: newClientId(), text, at: new Date().toISOString() };
    this.#dependencies.outbox.put({ ...message, partnerId: this.partnerId, failed: false, reason: null });
    this.#change({ type: 'written', ...message });
    void this.#send();
  }

  /** Sends what waits for a network, also what another tab or a former page has kept. */
  resume(): Promise<void> {
    this.#share(true);
    this.#change({ type: 'resumed' });
    return this.#send();
  }

  /** Another tab has changed what is kept. */
  followOtherTab(): void {
    // Without a network it shows here too; otherwise it is about to be sent there.
    this.#share(!navigator.onLine);
  }

  tryAgain(): void {
    this.#change({ type: 'triedAgain' });
    void this.#send();
  }

  discard(clientId: string): void {
    this.#change({ type: 'discarded', clientId });
    void this.#send();
  }

  /** Somebody looks at it: what arrives is being read. */
  get isSeen(): boolean {
    return this.refresher.isShown;
  }

  /** A message of this thread has just been told by the server. Where somebody looks, it is marked read soon. */
  arrived(message: Message): void {
    this.#change({ type: 'arrived', message });
    if (message.senderId !== this.partnerId) return;
    // To read it now would mark it read as well.
    if (!this.isSeen) this.refresher.withdrawSeen();
    else if (this.get().phase === 'open') this.refresher.tellSeen();
    else void this.refresher.ask();
  }

  readByPartner(read: ReadMessages, at: string): void {
    this.#change({ type: 'readByPartner', read, at });
  }

  async loadOlder(): Promise<void> {
    const { messages: loaded, hasOlder, older } = this.get();
    const [oldest] = loaded;
    if (!oldest || !hasOlder || older === 'loading') return;
    this.#change({ type: 'olderLoading' });
    try {
      const { pageSize } = limits.messages;
      const { messages, pagination } = await this.#dependencies.api.before(
        this.partnerId,
        oldest._id,
        pageSize,
      );
      this.#change({ type: 'olderLoaded', messages, hasOlder: pagination.hasMore });
    } catch {
      this.#change({ type: 'olderFailed' });
    }
  }

  #change(event: ThreadEvent): void {
    const before = this.get();
    const next = nextThread(before, event);
    if (next === before) return;
    const waiting = new Set(next.unsent.map(({ clientId }) => clientId));
    for (const { clientId } of before.unsent) {
      if (!waiting.has(clientId)) this.#dependencies.outbox.remove(clientId);
    }
    this.#keep(next.unsent, new Set(failedIn(before)));
    this.#state.set(next);
  }

  /** Keeps what has become of messages, where no other tab has sent or discarded them: what failed is asked about. */
  #keep(unsent: readonly Unsent[], failedBefore: ReadonlySet<string>): void {
    const { partnerId } = this;
    const { outbox } = this.#dependencies;
    for (const { clientId, text, at, state, reason } of unsent) {
      const failed = state === 'failed';
      if (failed === failedBefore.has(clientId) || !outbox.has(clientId)) continue;
      outbox.put({ clientId, partnerId, text, at, failed, reason });
    }
  }

  #share(adopts: boolean): void {
    this.#change({ type: 'kept', kept: this.#dependencies.outbox.to(this.partnerId), adopts });
  }

  async #refresh(): Promise<void> {
    if (this.#ended) return;
    try {
      const page = await this.#dependencies.api.newest(this.partnerId);
      const newest = await this.#withMissed(page);
      if (this.#ended) return;
      this.#change({ type: 'loaded', newest });
      this.#dependencies.onRead(page);
    } catch (error) {
      const { loadFailed, isOffline } = this.#dependencies;
      this.#change({ type: 'loadFailed', reason: loadFailed(error), offline: isOffline(error) });
    }
  }

  /** The newest page, and before it what was missed since the last one. */
  async #withMissed({ partner, messages: newest, pagination }: ThreadPage): Promise<Newest> {
    let messages = newest;
    let hasOlder = pagination.hasMore;
    while (hasOlder && isGapBefore(this.get(), messages)) {
      const { api } = this.#dependencies;
      const missed = await api.before(this.partnerId, messages[0]?._id ?? '', limits.messages.maxPageSize);
      messages = [...missed.messages, ...messages];
      hasOlder = missed.pagination.hasMore;
    }
    return { partner, messages, hasOlder };
  }

  #send(): Promise<void> {
    if (!this.#isSending) this.#sending = this.#sendAll();
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    for (let next = nextToSend(this.get()); next && !this.#ended; next = nextToSend(this.get())) {
      // What another tab has sent or discarded meanwhile is gone.
      if (this.#dependencies.outbox.has(next.clientId)) await this.#sendOne(next);
      else this.#share(false);
    }
    this.#isSending = false;
  }

  async #sendOne({ clientId, text }: Unsent): Promise<void> {
    this.#change({ type: 'sending', clientId });
    try {
      const message = await this.#dependencies.api.send({
        recipientId: this.partnerId,
        message: text,
        clientId,
      });
      this.#change({ type: 'sent', clientId, message });
      this.#dependencies.onSent(message);
    } catch (error) {
      // What is kept waits for the person to come back.
      if (!this.#ended) this.#failed(clientId, error);
    }
  }

  #failed(clientId: string, error: unknown): void {
    const { isOffline, isTransient, reasonOf, onSendFailed } = this.#dependencies;
    const unsent = this.get().unsent.find((one) => one.clientId === clientId);
    if (isOffline(error) || (unsent?.patient && isTransient(error))) this.#change({ type: 'held' });
    else this.#change({ type: 'sendFailed', clientId, reason: reasonOf(error) });
    this.#share(false);
    if (this.get().unsent.some((one) => one.clientId === clientId && one.state === 'failed')) onSendFailed();
  }
}

const failedIn = ({ unsent }: ThreadState): string[] =>
  unsent.filter(({ state }) => state === 'failed').map(({ clientId }) => clientId);
