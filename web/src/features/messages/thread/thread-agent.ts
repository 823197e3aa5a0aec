import { limits } from '@duet/contract/limits';
import { keptMessage } from '@duet/contract/messages/rules';
import type { Message } from '@duet/contract/messages/shapes';
import { newClientId } from '../../../device/client-id.ts';
import { Refresher } from '../refresh/refresher.ts';
import type { ThreadPage, Wire } from '../wire.ts';
import { countIn } from './chunks.ts';
import type { Outbox } from './outbox.ts';
import {
  isOlder,
  meets,
  nextThread,
  nextToSend,
  type ThreadEvent,
  type ThreadState,
  type Unsent,
  unopened,
} from './thread-state.ts';

/** After a long absence at most so many pages are read to meet what is loaded; then the thread begins anew. */
const catchUpPages = 10;

export interface ThreadSurroundings {
  readonly wire: Wire;
  readonly outbox: Outbox;
  /** The sentence of a failure: the server's, else null. */
  readonly reasonOf: (error: unknown) => string | null;
  /** The sentence where nothing could be loaded. */
  readonly loadFailed: (error: unknown) => string;
  /** Page 1 was read: nothing in this thread waits any more. */
  readonly onRead: (page: ThreadPage) => void;
  readonly onSent: (message: Message) => void;
  readonly onSendFailed: () => void;
}

/**
 * A conversation with one person: holds its state, makes its calls, and goes on sending when nobody looks. Messages
 * are sent one at a time; each is on the device before it is sent and until the server has it.
 */
export class ThreadAgent {
  readonly partnerId: string;
  readonly refresher = new Refresher(() => this.#refresh());
  readonly #around: ThreadSurroundings;
  readonly #listeners = new Set<() => void>();
  #state = unopened;
  #sending = false;
  #ended = false;

  constructor(partnerId: string, around: ThreadSurroundings) {
    this.partnerId = partnerId;
    this.#around = around;
    const kept = around.outbox.to(partnerId);
    const unsent = kept.map(
      ({ clientId, text, at, failed }): Unsent => ({
        clientId,
        text,
        at,
        state: failed ? 'failed' : 'waiting',
        reason: null,
      }),
    );
    if (unsent.length > 0) this.#change({ type: 'restored', unsent });
    void this.#send();
  }

  readonly state = (): ThreadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

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
    const text = keptMessage(typed);
    if (text === '') return;
    const message = { clientId: newClientId(), text, at: new Date().toISOString() };
    this.#around.outbox.put({ ...message, partnerId: this.partnerId, failed: false });
    this.#change({ type: 'written', ...message });
    void this.#send();
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
    if (this.isSeen && message.senderId === this.partnerId) void this.refresher.ask();
  }

  readByPartner(upToId: string, at: string): void {
    this.#change({ type: 'readByPartner', upToId, at });
  }

  async loadOlder(): Promise<void> {
    if (!this.#state.hasOlder || this.#state.older === 'loading') return;
    this.#change({ type: 'olderLoading' });
    try {
      // What arrived meanwhile moved the older ones to later pages.
      let page = Math.floor(countIn(this.#state.chunks) / limits.messages.pageSize) + 1;
      let answer = await this.#around.wire.page(this.partnerId, page);
      while (answer.pagination.hasMore && !isOlder(this.#state, answer.messages)) {
        page += 1;
        answer = await this.#around.wire.page(this.partnerId, page);
      }
      const { messages, pagination } = answer;
      this.#change({ type: 'olderLoaded', messages, hasOlder: pagination.hasMore });
    } catch {
      this.#change({ type: 'olderFailed' });
    }
  }

  #change(event: ThreadEvent): void {
    const next = nextThread(this.#state, event);
    if (next === this.#state) return;
    const waiting = new Set(next.unsent.map(({ clientId }) => clientId));
    for (const { clientId } of this.#state.unsent) {
      if (!waiting.has(clientId)) this.#around.outbox.remove(clientId);
    }
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  async #refresh(): Promise<void> {
    try {
      const first = await this.#around.wire.page(this.partnerId, 1);
      const newest = await this.#joined(first);
      if (this.#ended) return;
      this.#change({ type: 'loaded', newest: { partner: first.partner, ...newest } });
      this.#around.onRead(first);
    } catch (error) {
      this.#change({ type: 'loadFailed', reason: this.#around.loadFailed(error) });
    }
  }

  /** The newest page, and as many before it as it takes to meet what is loaded. */
  async #joined(first: ThreadPage) {
    let messages = first.messages;
    let hasOlder = first.pagination.hasMore;
    const joins = () => this.#state.phase !== 'open' || !hasOlder || meets(this.#state, messages);
    for (let page = 2; page <= catchUpPages && !joins(); page += 1) {
      const before = await this.#around.wire.page(this.partnerId, page);
      messages = [...before.messages, ...messages];
      hasOlder = before.pagination.hasMore;
    }
    return { messages, hasOlder, joined: joins() };
  }

  async #send(): Promise<void> {
    const next = nextToSend(this.#state);
    if (!next || this.#sending || this.#ended) return;
    const { clientId, text } = next;
    this.#sending = true;
    this.#change({ type: 'sending', clientId });
    try {
      const message = await this.#around.wire.send({ recipientId: this.partnerId, message: text, clientId });
      this.#change({ type: 'sent', clientId, message });
      this.#around.onSent(message);
    } catch (error) {
      const isUnsent = this.#state.unsent.some((one) => one.clientId === clientId);
      this.#change({ type: 'sendFailed', clientId, reason: this.#around.reasonOf(error) });
      if (isUnsent) {
        this.#keepFailed();
        this.#around.onSendFailed();
      }
    }
    this.#sending = false;
    void this.#send();
  }

  /** After a reload these wait for the person's word, and are not sent by themselves. */
  #keepFailed(): void {
    const { partnerId } = this;
    for (const { clientId, text, at } of this.#state.unsent) {
      this.#around.outbox.put({ clientId, partnerId, text, at, failed: true });
    }
  }
}
