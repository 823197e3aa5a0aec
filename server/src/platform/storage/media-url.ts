/** Where stored files lie on the site, before their keys. */
export const mediaPrefix = '/media/';

/** The URL of a stored file, relative to the site; whoever may see it without a signature opens it by this. */
export const mediaUrl = (key: string): string => `${mediaPrefix}${key}`;
