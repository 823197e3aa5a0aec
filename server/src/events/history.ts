/** What was told, as text; some of it for admins only. */
interface Told {
  readonly id: string;
  readonly text: string;
  readonly adminsOnly: boolean;
}

/** How much is kept for those who come again. */
export const kept = { events: 100, characters: 128 * 1024 } as const;

/** The last that one person was told. Bounded; what is older is forgotten. */
export class History {
  #told: Told[] = [];
  #characters = 0;
  /** The id before the oldest that is kept. */
  #before: string;

  constructor(firstId: string) {
    this.#before = firstId;
  }

  get lastId(): string {
    return this.#told.at(-1)?.id ?? this.#before;
  }

  add(told: Told): void {
    this.#told.push(told);
    this.#characters += told.text.length;
    while (this.#told.length > kept.events || this.#characters > kept.characters) {
      const [oldest] = this.#told.splice(0, 1);
      if (!oldest) return;
      this.#characters -= oldest.text.length;
      this.#before = oldest.id;
    }
  }

  /** What followed an id; null where that is not known any more, or never was here. */
  after(id: string): readonly Told[] | null {
    if (id === this.#before) return this.#told;
    const at = this.#told.findIndex((told) => told.id === id);
    return at < 0 ? null : this.#told.slice(at + 1);
  }
}
