import { pathOf } from '../form/picture-urls.ts';

const voidTags = new Set(['br', 'hr', 'img']);

/** The top-level elements of clean HTML, each with all that is in it. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?:"[^"]*"|[^>"])*>/gi,
  )) {
    if (depth === 0 && index > from) {
      blocks.push(html.slice(from, index));
      from = index;
    }
    if (!voidTags.has(name.toLowerCase())) depth += slash ? -1 : 1;
    if (depth > 0) continue;
    depth = 0;
    blocks.push(html.slice(from, index + tag.length));
    from = index + tag.length;
  }
  if (from < html.length) blocks.push(html.slice(from));
  return blocks.filter((block) => block.trim() !== '');
}

/** HTML in which pictures carry neither a signature, which differs from answer to answer, nor the editor's own key. */
const unsigned = (html: string): string =>
  html
    .replace(/(<img[^>]*) data-upload="[^"]*"/g, '$1')
    .replace(
      /(<img[^>]+src=")([^"]+)"/g,
      (_, before: string, source: string) => `${before}${pathOf(source)}"`,
    );

/** Whether two texts are the same but for the signatures of their pictures. */
export const sameHtml = (one: string, other: string): boolean => unsigned(one) === unsigned(other);

/** Pairs of equal blocks, in order: a longest common subsequence. */
function common(one: readonly string[], other: readonly string[]): [number, number][] {
  const [a, b] = [one.map(unsigned), other.map(unsigned)];
  const length = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = length[i] as Uint16Array;
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** A stretch of both texts: equal, or what each has in its place. */
interface Stretch {
  readonly equal: boolean;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** Both texts as stretches that are equal and stretches that are not, in turn. */
function stretches(mine: string, theirs: string): Stretch[] {
  const [a, b] = [blocksOf(mine), blocksOf(theirs)];
  const found: Stretch[] = [];
  let [i, j] = [0, 0];
  const differ = (toI: number, toJ: number) => {
    if (toI > i || toJ > j) found.push({ equal: false, mine: a.slice(i, toI), theirs: b.slice(j, toJ) });
    [i, j] = [toI, toJ];
  };
  for (const [atI, atJ] of common(a, b)) {
    differ(atI, atJ);
    const last = found.at(-1);
    const block = { mine: a.slice(atI, atI + 1), theirs: b.slice(atJ, atJ + 1) };
    if (last?.equal) found[found.length - 1] = { equal: true, ...joined(last, block) };
    else found.push({ equal: true, ...block });
    [i, j] = [atI + 1, atJ + 1];
  }
  differ(a.length, b.length);
  return found;
}

const joined = (one: Omit<Stretch, 'equal'>, other: Omit<Stretch, 'equal'>) => ({
  mine: [...one.mine, ...other.mine],
  theirs: [...one.theirs, ...other.theirs],
});

/**
 * Both texts in one, to be edited further: what is equal once, and where they differ first mine, then theirs. Where one
 * side left a stretch as it was in `base`, what the other made of it stands alone.
 */
export function mergedText(mine: string, theirs: string, base: string | undefined): string {
  const all = stretches(mine, theirs);
  if (base !== undefined) {
    const was = new Set(blocksOf(base).map(unsigned));
    const untouched = (blocks: readonly string[]) =>
      blocks.length > 0 && blocks.every((block) => was.has(unsigned(block)));
    const merged = all.flatMap((stretch) => {
      if (stretch.equal || untouched(stretch.theirs)) return stretch.mine;
      return untouched(stretch.mine) ? stretch.theirs : [...stretch.mine, ...stretch.theirs];
    });
    // A paragraph that one side only moved would count as removed by each in turn.
    const [there, result] = [new Set(blocksOf(theirs).map(unsigned)), new Set(merged.map(unsigned))];
    const lost = blocksOf(mine).some((block) => there.has(unsigned(block)) && !result.has(unsigned(block)));
    if (!lost) return merged.join('');
  }
  return all.flatMap(({ equal, ...both }) => (equal ? both.mine : [...both.mine, ...both.theirs])).join('');
}

const shownContext = 1;

/** What is shown of each text in a comparison: where they differ, with a block before and after; `null` stands for more. */
export function diffWithContext(mine: string, theirs: string, side: 'mine' | 'theirs'): (string | null)[] {
  const all = stretches(mine, theirs);
  return all.flatMap<string | null>((stretch, at) => {
    const blocks = stretch[side];
    if (!stretch.equal) return blocks;
    const [before, after] = [at === 0 ? 0 : shownContext, at === all.length - 1 ? 0 : shownContext];
    if (blocks.length <= before + after + 1) return blocks;
    return [...blocks.slice(0, before), null, ...blocks.slice(blocks.length - after)];
  });
}
