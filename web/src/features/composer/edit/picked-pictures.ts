const pictureTags = /<img\b(?:"[^"]*"|[^>"])*>/g;

const keyOf = (tag: string): string | undefined => / data-upload="([^"]+)"/.exec(tag)?.[1];

/** The uploads of the pictures that were picked for a text: on their way, or at the server with a file on this device. */
export const pickedPictures = (html: string): string[] =>
  [...html.matchAll(pictureTags)].flatMap(([tag]) => keyOf(tag) ?? []);

/** A text without its pictures. */
export const withoutPictures = (html: string): string => html.replace(pictureTags, '');

/**
 * A text for another post than the one that it was written for, with which the pictures of the site are deleted. Those that were
 * picked for it are uploaded anew from `files`; one that was never sent keeps its place, which asks for the file.
 */
export const withPicturesToSend = (html: string, files: ReadonlySet<string>): string =>
  html.replace(pictureTags, (tag) => {
    const key = keyOf(tag);
    const isStored = / src="/.test(tag);
    if (!key || (isStored && !files.has(key))) return '';
    return tag.replace(/ src="[^"]*"/, '');
  });
