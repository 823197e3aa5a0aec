import type { Viewer } from './handler.ts';

const ofToken = 'token.';

/**
 * Whom addresses of files are signed for: the person, or the personal token that they came with, so that its addresses end
 * with it.
 */
export const granteeOf = ({ id, token }: Pick<Viewer, 'id' | 'token'>): string =>
  token ? ofToken + token.id : id;

/** The id of the token that a grantee is; null where it is a person. */
export const tokenOfGrantee = (grantee: string): string | null =>
  grantee.startsWith(ofToken) ? grantee.slice(ofToken.length) : null;
