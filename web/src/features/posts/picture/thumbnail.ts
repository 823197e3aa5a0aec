/** How many answers are kept; a page shows far fewer pictures. */
const mostKept = 500;

const answers = new Map<string, Promise<boolean>>();

/**
 * The address of a picture's thumbnail: `name_thumb.ext` beside `name.ext`. Null where there can be none to guess:
 * a signature holds for one address only, and data URLs have nothing beside them.
 */
export function thumbnailOf(url: string): string | null {
  if (/[?#]|^(data|blob):/.test(url)) return null;
  const named = /^(.*\/)([^/]+?)(\.\w+)$/.exec(url);
  if (!named) return null;
  const [, folder, name, extension] = named;
  return name?.endsWith('_thumb') ? url : `${folder}${name}_thumb${extension}`;
}

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
