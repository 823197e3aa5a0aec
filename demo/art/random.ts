/** Chance that comes out the same for the same seed, so that a demo's pictures are always the same ones. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.whole(0, choices.length - 1)] ?? choices[0];
  }

  /** A smooth line that wanders between -1 and 1; `octaves` of ever finer detail. */
  wander(octaves = 4): (t: number) => number {
    const layers = Array.from({ length: octaves }, () =>
      Array.from({ length: 64 }, () => this.between(-1, 1)),
    );
    return (t) => {
      let sum = 0;
      let weight = 1;
      let total = 0;
      for (const [octave, values] of layers.entries()) {
        sum += weight * between(values, t * 2 ** octave);
        total += weight;
        weight /= 2.1;
      }
      return sum / total;
    };
  }
}

function between(values: readonly number[], t: number): number {
  const at = Math.floor(t);
  const part = t - at;
  const value = (index: number) => values[((index % values.length) + values.length) % values.length] ?? 0;
  const ease = part * part * (3 - 2 * part);
  return value(at) * (1 - ease) + value(at + 1) * ease;
}
