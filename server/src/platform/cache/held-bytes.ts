interface Holder {
  readonly value: unknown;
  readonly bytes: number;
}

/** The bytes of values, of which several entries may hold the same object. */
export class HeldBytes {
  readonly #objects = new Map<object, { holders: number; readonly bytes: number }>();

  /** How many bytes come with this entry: none where another one holds the same. */
  hold({ value, bytes }: Holder): number {
    if (typeof value !== 'object' || value === null) return bytes;
    const known = this.#objects.get(value);
    if (known) {
      known.holders += 1;
      return 0;
    }
    this.#objects.set(value, { holders: 1, bytes });
    return bytes;
  }

  /** How many bytes go with this entry: none while another one holds the same. */
  release({ value, bytes }: Holder): number {
    if (typeof value !== 'object' || value === null) return bytes;
    const known = this.#objects.get(value);
    if (!known) return 0;
    known.holders -= 1;
    if (known.holders > 0) return 0;
    this.#objects.delete(value);
    return known.bytes;
  }
}
