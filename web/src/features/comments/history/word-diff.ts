export interface Piece {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** Words with what belongs to them, runs of white space, and single other characters. */
const tokensOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}_'’-]+|[^\s]/gu) ?? [];

/** How long the longest common subsequence of the rests from `i` and `j` on is, at `i * (m + 1) + j`. */
function commonLengths(one: readonly string[], other: readonly string[]): Uint16Array {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      lengths[at] =
        one[i] === other[j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}

/** What was taken out of a text and what was put in, word by word, in reading order. */
export function wordDiff(former: string, present: string): Piece[] {
  const [one, other] = [tokensOf(former), tokensOf(present)];
  const lengths = commonLengths(one, other);
  const width = other.length + 1;
  const pieces: { text: string; kind: Piece['kind'] }[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };

  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const [removed, added] = [one[i], other[j]];
    if (removed !== undefined && removed === added) {
      add('same', removed);
      i += 1;
      j += 1;
    } else if (removed !== undefined && (lengths[(i + 1) * width + j] ?? 0) >= lengthAfter(j + 1)) {
      add('removed', removed);
      i += 1;
    } else {
      add('added', added ?? '');
      j += 1;
    }
  }
  return pieces;

  /** What is still common where the next word of the present text is taken as new; nothing at its end. */
  function lengthAfter(next: number): number {
    return next <= other.length ? (lengths[i * width + next] ?? 0) : -1;
  }
}
