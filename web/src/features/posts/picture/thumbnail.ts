/** How many answers are kept; a page shows far fewer pictures. */
const mostKept = 500;

const answers = new Map<string, Promise<boolean>>();

/**
 * Whether a thumbnail is there, asked with a HEAD request once per address. No answer counts as yes, so that a
 * break in the connection does not load large pictures.
 */
export function hasThumbnail(url: string, isThere: (url: string) => Promise<boolean>): Promise<boolean> {
  const known = answers.get(url);
  if (known) return known;
  const asked = isThere(url).catch(() => {
    answers.delete(url);
    return true;
  });
  if (answers.size >= mostKept) answers.delete(answers.keys().next().value ?? '');
  answers.set(url, asked);
  return asked;
}
