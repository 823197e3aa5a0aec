/**
 * How deep each heading of a text stands below the post's own, from 1, given their levels as written: a text may begin
 * with any level and leave some out, which who has the page read out takes for a part that is missing.
 */
export function headingDepths(levels: readonly number[]): number[] {
  const above: number[] = [];
  return levels.map((level) => {
    while ((above.at(-1) ?? 0) >= level) above.pop();
    return above.push(level);
  });
}

/** The element of a heading that deep: a post's own is an h2. */
export const headingTag = (depth: number): 'h3' | 'h4' | 'h5' | 'h6' =>
  `h${Math.min(depth + 2, 6) as 3 | 4 | 5 | 6}`;
