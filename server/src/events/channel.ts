import type { DuetEvent } from '@duet/contract/events/shapes';
import type { Context } from '../platform/context.ts';
import { History, historyLimits } from './history.ts';
import type { EventStream } from './stream.ts';
import { textOf } from './text.ts';

/** Open streams of one person; a further one ends the oldest. */
const streamsPerPerson = 20;

/** All streams of one person, or of one of their personal tokens, on this server. Events are looked up and sent in order, to all of them at once. */
export class Channel {
  readonly userId: string;
  readonly #context: Pick<Context, 'ids' | 'log' | 'clock'>;
  readonly #streams = new Set<EventStream>();
  readonly #history: History;
  /** The ids of the last messages that were sent as events, the oldest first. */
  readonly #messages = new Set<string>();
  #tail: Promise<void> = Promise.resolve();
  #isAdmin = false;
  /** Since when nobody listens. */
  #emptySince: number | null;

  constructor(context: Pick<Context, 'ids' | 'log' | 'clock'>, userId: string) {
    this.userId = userId;
    this.#context = context;
    this.#history = new History(context.ids.next());
    this.#emptySince = context.clock.now();
  }

  get streams(): readonly EventStream[] {
    return [...this.#streams];
  }

  get isAdmin(): boolean {
    return this.#isAdmin;
  }

  /** Whether nobody has listened for so long that nobody is expected back. */
  isIdle(now: number, idleMs: number): boolean {
    return this.#emptySince !== null && now - this.#emptySince >= idleMs;
  }

  /** Adds a stream, and sends it the events after the last that it has, or `resync`. */
  join(stream: EventStream, lastEventId: string | null): void {
    for (const oldest of this.streams.slice(0, Math.max(0, this.#streams.size - streamsPerPerson + 1))) {
      this.#streams.delete(oldest);
      oldest.end();
    }
    this.#streams.add(stream);
    this.#emptySince = null;
    this.#isAdmin = stream.viewer.role === 'admin';
    const missed = lastEventId === null ? null : this.#history.after(lastEventId);
    if (missed === null) stream.send(textOf({ name: 'resync', data: {} }, this.#history.lastId));
    for (const event of missed ?? []) if (!event.adminsOnly || this.#isAdmin) stream.send(event.text);
  }

  leave(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#emptySince = this.#context.clock.now();
  }

  /** Looks events up and sends them, after all that came before; `resync` where that fails. */
  send(find: () => Promise<readonly DuetEvent[]>, adminsOnly: boolean): Promise<void> {
    return this.inTurn(async () => {
      try {
        for (const event of await find()) if (this.#isNew(event)) this.#emit(event, adminsOnly);
      } catch (error) {
        this.#context.log.error({ err: error }, 'an event could not be sent');
        this.#emit({ name: 'resync', data: {} }, false);
      }
    });
  }

  resync(): Promise<void> {
    return this.send(async () => [{ name: 'resync', data: {} }], false);
  }

  /** Runs `work` after all that came before and before all that comes later. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.#tail = this.#tail.then(work).catch((error: unknown) => {
      this.#context.log.error({ err: error }, 'work for a stream of events failed');
    });
    return this.#tail;
  }

  /** A message that is sent again is signalled again, because the server that stored it may have died before it did. */
  #isNew({ name, data }: DuetEvent): boolean {
    if (name !== 'message') return true;
    const { _id } = data.message;
    if (this.#messages.has(_id)) return false;
    this.#messages.add(_id);
    const [oldest] = this.#messages;
    if (this.#messages.size > historyLimits.events && oldest !== undefined) this.#messages.delete(oldest);
    return true;
  }

  #emit(event: DuetEvent, adminsOnly: boolean): void {
    const id = this.#context.ids.next();
    const text = textOf(event, id);
    this.#history.add({ id, text, adminsOnly });
    for (const stream of this.#streams) {
      if (!adminsOnly || stream.viewer.role === 'admin') stream.send(text);
    }
  }
}
