import type { ChunkRanges } from '@duet/contract/uploads/shapes';

/** Which chunks of an upload are there: a bit for each. */
export class ChunkSet {
  readonly total: number;
  readonly #bits: Uint8Array;

  /** `stored` is what `toString` answered. */
  constructor(total: number, stored = '') {
    this.total = total;
    this.#bits = new Uint8Array(Math.ceil(total / 8));
    this.#bits.set(Buffer.from(stored, 'base64').subarray(0, this.#bits.length));
  }

  has(index: number): boolean {
    return ((this.#bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  set(index: number, there: boolean): void {
    const bit = 1 << (index & 7);
    const byte = this.#bits[index >> 3] ?? 0;
    this.#bits[index >> 3] = there ? byte | bit : byte & ~bit;
  }

  /** The runs of chunks that are there, or of those that are missing. */
  ranges(there: boolean): ChunkRanges {
    const ranges: ChunkRanges = [];
    for (let index = 0; index < this.total; index += 1) {
      if (this.has(index) !== there) continue;
      const last = ranges.at(-1);
      if (last && last[1] === index - 1) last[1] = index;
      else ranges.push([index, index]);
    }
    return ranges;
  }

  get count(): number {
    return this.ranges(true).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  toString(): string {
    return Buffer.from(this.#bits).toString('base64');
  }
}
