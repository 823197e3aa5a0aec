import { createHash, randomBytes } from 'node:crypto';

/** A new bearer token: 256 random bits behind a prefix by which scanners of leaked secrets know it. */
export const newToken = (): string => `duet_${randomBytes(32).toString('base64url')}`;

/** Whether a string can be a token at all; saves the database from looking. */
export const isTokenShaped = (text: string): boolean => /^duet_[\w-]{43}$/.test(text);

/** A new personal token; its longer prefix tells scanners, and whoever finds one, what it is. */
export const newPersonalToken = (): string => `duet_pat_${randomBytes(32).toString('base64url')}`;

/** Whether a string can be a personal token; none of a session is. */
export const isPersonalTokenShaped = (text: string): boolean => /^duet_pat_[\w-]{43}$/.test(text);

/** What is stored of a token or a set-up code. The secret has 256 bits, so a fast hash without salt is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
