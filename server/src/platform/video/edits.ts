/** Bytes from `start` up to `end`, which is not included. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

interface Edit extends Run {
  /** Null for zeros. */
  readonly bytes: Buffer | null;
}

/** Changes to the bytes of a video that stays as it is. Where some meet, the newest counts. */
export class Edits {
  /** In the order of their places; none lies over another. */
  readonly #edits: Edit[] = [];

  /** The number of the first that ends behind a place. */
  #firstBehind(place: number): number {
    let [from, to] = [0, this.#edits.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#edits[middle]?.end ?? 0) > place) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  #within({ start, end }: Run): Edit[] {
    const first = this.#firstBehind(start);
    let last = first;
    while ((this.#edits[last]?.start ?? end) < end) last += 1;
    return this.#edits.slice(first, last);
  }

  add(edit: Edit): void {
    if (edit.start >= edit.end) return;
    const covered = this.#within(edit);
    const left = covered.flatMap((each) => part(each, { start: each.start, end: edit.start }));
    const right = covered.flatMap((each) => part(each, { start: edit.end, end: each.end }));
    this.#edits.splice(this.#firstBehind(edit.start), covered.length, ...left, edit, ...right);
  }

  /** Changes bytes that begin at `start`. */
  apply(bytes: Buffer, start: number): Buffer {
    for (const edit of this.#within({ start, end: start + bytes.length })) {
      const [from, to] = [Math.max(edit.start, start), Math.min(edit.end, start + bytes.length)];
      if (edit.bytes) edit.bytes.copy(bytes, from - start, from - edit.start, to - edit.start);
      else bytes.fill(0, from - start, to - start);
    }
    return bytes;
  }
}

/** What of an edit lies within a run; nothing where that is empty. */
function part(edit: Edit, { start, end }: Run): Edit[] {
  if (start >= end) return [];
  return [{ start, end, bytes: edit.bytes?.subarray(start - edit.start, end - edit.start) ?? null }];
}
