import type { IncomingHttpHeaders } from 'node:http';

/** What a client may hold already: a strong tag and, where it is told, the time in whole seconds. */
export interface Validators {
  readonly etag: string;
  readonly lastModified?: string;
}

/** Whether the client's copy is the current one (RFC 9110, 13.2.2): the tag decides where there is one. */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Date.parse(lastModified ?? '') <= since;
}

/** Whether a part may be sent: an `If-Range` that names another file asks for the whole (RFC 9110, 13.1.5). */
export function mayServePart(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag || condition === lastModified;
}
