declare module '../platform/context.ts' {
  interface Context {
    readonly conversionWatch: ConversionWatch;
  }
}

/** What a server sees of the conversions again and again, whatever the clocks of the others say. */
export class ConversionWatch {
  /** Leases that end much later than any can. */
  readonly farLeases = new Unchanged();
  /** The next conversion, of which this server has no ffmpeg to make it. */
  readonly waiting = new Unchanged();
}

/** For how long the same was seen, by a clock that is never set. */
class Unchanged {
  #mark: string | null = null;
  #since = 0;

  /** Notes what is seen now; answers for how long it was so, in ms. */
  see(mark: string | null): number {
    if (mark !== this.#mark) {
      this.#mark = mark;
      this.#since = performance.now();
    }
    return performance.now() - this.#since;
  }
}
