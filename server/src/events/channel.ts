import type { DuetEvent } from '@duet/contract/events/shapes';
import type { Context } from '../platform/context.ts';
import { History, kept } from './history.ts';
import type { EventStream } from './stream.ts';
import { textOf } from './text.ts';

/** Screens of one person that are told at once; the one that opened first makes room for another. */
const streamsPerPerson = 20;

/** All streams of one person, or of one of their personal tokens, on this server. What they are told is looked up and told in order, for all of them at once. */
export class Channel {
  readonly userId: string;
  readonly #context: Pick<Context, 'ids' | 'log' | 'clock'>;
  readonly #streams = new Set<EventStream>();
  readonly #history: History;
  /** The ids of the last messages that were told, the oldest first. */
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

  /** Takes up a stream, and tells it what followed the last that it knows, or that it has to ask. */
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
    for (const told of missed ?? []) if (!told.adminsOnly || this.#isAdmin) stream.send(told.text);
  }

  leave(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#emptySince = this.#context.clock.now();
  }

  /** Looks something up and tells it, after all that came before. Where that fails, the screens have to ask. */
  send(find: () => Promise<readonly DuetEvent[]>, adminsOnly: boolean): Promise<void> {
    return this.inTurn(async () => {
      try {
        for (const event of await find()) if (this.#isNew(event)) this.#say(event, adminsOnly);
      } catch (error) {
        this.#context.log.error({ err: error }, 'an event could not be told');
        this.#say({ name: 'resync', data: {} }, false);
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
    if (this.#messages.size > kept.events && oldest !== undefined) this.#messages.delete(oldest);
    return true;
  }

  #say(event: DuetEvent, adminsOnly: boolean): void {
    const id = this.#context.ids.next();
    const text = textOf(event, id);
    this.#history.add({ id, text, adminsOnly });
    for (const stream of this.#streams) {
      if (!adminsOnly || stream.viewer.role === 'admin') stream.send(text);
    }
  }
}
