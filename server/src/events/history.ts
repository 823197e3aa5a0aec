/** An event as it was sent, as text; some are for admins only. */
interface SentEvent {
  readonly id: string;
  readonly text: string;
  readonly adminsOnly: boolean;
}

/** How much is kept for streams that resume. */
export const historyLimits = { events: 100, characters: 128 * 1024 } as const;

/** The last events that were sent to one person; older ones are dropped. */
export class History {
  #events: SentEvent[] = [];
  #characters = 0;
  /** The id before the oldest that is kept. */
  #before: string;

  constructor(firstId: string) {
    this.#before = firstId;
  }

  get lastId(): string {
    return this.#events.at(-1)?.id ?? this.#before;
  }

  add(event: SentEvent): void {
    this.#events.push(event);
    this.#characters += event.text.length;
    while (this.#events.length > historyLimits.events || this.#characters > historyLimits.characters) {
      const [oldest] = this.#events.splice(0, 1);
      if (!oldest) return;
      this.#characters -= oldest.text.length;
      this.#before = oldest.id;
    }
  }

  /** The events after an id; null where the id is not known any more, or never was. */
  after(id: string): readonly SentEvent[] | null {
    if (id === this.#before) return this.#events;
    const at = this.#events.findIndex((event) => event.id === id);
    return at < 0 ? null : this.#events.slice(at + 1);
  }
}
