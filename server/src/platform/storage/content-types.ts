/** The media types of what is stored, by the extension of its key. `jpeg` and `ogg` are of files that nobody uploaded here. */
export const contentTypes = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  ogg: 'video/ogg',
  mov: 'video/quicktime',
} as const;

const byExtension: ReadonlyMap<string, string> = new Map(Object.entries(contentTypes));

/** The types that a browser may show in place (security.md §2). */
export const shownInPlace: ReadonlySet<string> = new Set(byExtension.values());

/** The type of a stored file by its key. */
export const contentTypeOf = (key: string): string =>
  byExtension.get(key.slice(key.lastIndexOf('.') + 1)) ?? 'application/octet-stream';
