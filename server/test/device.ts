import { randomUUID } from 'node:crypto';
import type { Message } from '@duet/contract/messages/shapes';
import { type EventReader, openEvents } from './event-reader.ts';
import type { Person } from './harness.ts';

/** A line as it can be: it works, breaks before the message has left, or before the answer has come. */
export type Line = 'good' | 'lostBefore' | 'lostAfter';

interface Waiting {
  readonly clientId: string;
  readonly text: string;
}

/** A device with a conversation open on it, as the app keeps it: an outbox, what it knows, and a stream that breaks. */
export class Device {
  /** Everything that was written on it, in order. */
  readonly written: string[] = [];
  readonly #owner: Person;
  readonly #partner: Person;
  #outbox: Waiting[] = [];
  #known = new Map<string, Message>();
  #unread: number | null = null;
  #stream: EventReader | null = null;
  #taken = 0;
  #lastId: string | undefined;
  /** Calls whose answer nobody waits for. */
  readonly #adrift: Promise<unknown>[] = [];

  constructor(owner: Person, partner: Person) {
    this.#owner = owner;
    this.#partner = partner;
  }

  /** What it shows, in order. */
  get shown(): string[] {
    this.#take();
    return [...this.#known.values()].sort((a, b) => (a._id < b._id ? -1 : 1)).map(({ message }) => message);
  }

  get unread(): number | null {
    this.#take();
    return this.#unread;
  }

  async write(text: string, line: Line): Promise<void> {
    this.written.push(text);
    this.#outbox.push({ clientId: randomUUID(), text });
    await this.retry(line);
  }

  /** Sends what waits, one after the other; a broken line leaves it waiting. */
  async retry(line: Line = 'good'): Promise<void> {
    for (let next = this.#outbox[0]; next; next = this.#outbox[0]) {
      if (line === 'lostBefore') return;
      const { clientId, text } = next;
      const body = { recipientId: this.#partner.id, message: text, clientId };
      const sending = this.#owner.call('messages.send', { body });
      if (line === 'lostAfter') {
        this.#adrift.push(sending);
        return;
      }
      const { status, body: answer } = await sending;
      if (status !== 200) throw new Error(`sending failed: ${answer.error}`);
      this.#outbox.shift();
      this.#know([answer.data.message]);
    }
  }

  async cut(): Promise<void> {
    await this.#stream?.cut();
    // What came while it was cut as well: it counts for the last id.
    this.#take();
    this.#lastId = this.#stream?.lastId || this.#lastId;
    this.#stream = null;
  }

  /** Opens the stream again where it was cut, and asks where the server says so. */
  async come(): Promise<void> {
    if (this.#stream) return;
    this.#taken = 0;
    this.#stream = await openEvents(this.#owner, this.#lastId);
    // Whether it was taken up or not shows with the next event, for which a device without an id does not wait.
    if (this.#lastId === undefined) await this.#ask();
  }

  /** The app is opened anew: only what waits in the outbox is left. */
  async reload(): Promise<void> {
    await this.cut();
    this.#known = new Map();
    this.#unread = null;
    this.#lastId = undefined;
    await this.come();
  }

  /** Somebody looks at the conversation. */
  async read(): Promise<void> {
    this.#know((await this.#page(1)).messages);
  }

  /** Waits for the calls that were left alone, and until the stream has told something. */
  async until(isThere: () => boolean): Promise<void> {
    await Promise.all(this.#adrift.splice(0));
    await this.#stream?.until(() => isThere());
  }

  /** Asks, where the stream has said that it does not know what was missed. */
  async catchUp(): Promise<void> {
    if (this.#stream?.names().includes('resync')) await this.#ask();
  }

  /** Takes in what the stream has told. */
  #take(): void {
    for (const event of this.#stream?.events.slice(this.#taken) ?? []) {
      if (event.name === 'message') this.#know([event.data.message]);
      if (event.name === 'unread') this.#unread = event.data.unreadCount;
    }
    this.#taken = this.#stream?.events.length ?? 0;
  }

  /** Pages until they meet what is known, and the count. */
  async #ask(): Promise<void> {
    const known = new Set(this.#known.keys());
    for (let page = 1; ; page += 1) {
      const { messages, pagination } = await this.#page(page);
      this.#know(messages);
      if (!pagination.hasMore || known.size === 0 || messages.some(({ _id }) => known.has(_id))) break;
    }
    const { data } = (await this.#owner.call('messages.unreadCount')).body;
    this.#take();
    this.#unread = data.unreadCount;
  }

  async #page(page: number) {
    const query = { page: String(page), limit: '100' };
    return (await this.#owner.call('messages.conversation', { params: { id: this.#partner.id }, query })).body
      .data;
  }

  /** Messages that come back are no longer waiting, whichever way they came. */
  #know(messages: readonly Message[]): void {
    for (const message of messages) {
      this.#known.set(message._id, message);
      this.#outbox = this.#outbox.filter(({ clientId }) => clientId !== message.clientId);
    }
  }
}
